"""DOT, GraphML and node-link JSON: the graph that each client reads is the mission of the level, with all values."""

import json

from base import Check, Defect, coded, differences, edited, program, truncated


def expected(level):
    """The nodes and edges that a graph must have, from the level as JSON."""
    nodes, edges = {}, {}
    places = {place["node"]: place for place in level["places"]}
    entities = {entity["node"]: entity for entity in level["entities"] if entity.get("node") is not None}
    passages = {passage["edge"]: passage for passage in level["passages"]}
    cells = {}
    for row in level["owners"]:
        for owner, run in row:
            cells[owner] = cells.get(owner, 0) + run
    for node in level["mission"]["nodes"]:
        values = {"symbol": node["symbol"], "is_place": node["is_place"], "step": node["step"]}
        if node.get("role"):
            values["role"] = node["role"]
        if node.get("site"):
            values["site_x"], values["site_y"] = node["site"]
        if place := places.get(node["id"]):
            values |= {"place": place["id"], "technique": place["technique"]}
            values["anchor_x"], values["anchor_y"] = place["anchor"]
            names = ["bounds_x", "bounds_y", "bounds_width", "bounds_height"]
            values |= zip(names, place["bounds"])
            if place.get("template") is not None:
                values |= {name: place[name] for name in ["template", "turn", "flip"]}
        if entity := entities.get(node["id"]):
            values |= {"entity": entity["id"], "in_place": entity["place"]}
            values["cell_x"], values["cell_y"] = entity["at"]
        values |= {f"attribute_{name}": value for name, value in node.get("attributes", {}).items()}
        nodes[node["id"]] = values
    for edge in level["mission"]["edges"]:
        values = {"symbol": edge["symbol"], "role": edge["role"], "step": edge["step"]}
        if edge["role"] == "Passage":
            values |= {"one_way": edge.get("one_way", False), "door": edge.get("door", "Plain")}
            if edge.get("socket") is not None:
                values["socket"] = edge["socket"]
        if passage := passages.get(edge["id"]):
            values |= {"passage": passage["id"], "form": passage["kind"], "cells": cells.get(-passage["id"], 0)}
            for lock in passage["locks"]:
                end = lock["end"].lower()
                values[f"lock_{end}_keys"] = " ".join(map(str, lock["keys"]))
                values[f"lock_{end}_needed"] = lock["needed"]
        values |= {f"attribute_{name}": value for name, value in edge.get("attributes", {}).items()}
        edges[edge["from"], edge["to"], edge["id"]] = values
    names = ["format", "generator", "grammar", "seed", "width", "height", "movement"]
    return {name: level[name] for name in names}, nodes, edges


def compare(level, graph, nodes, edges, coding=lambda text: text):
    """What a client read beside what the level says; texts as the notation writes them."""

    def written(values):
        return {coding(k): coding(v) if isinstance(v, str) else v for k, v in values.items()}

    of_graph, of_nodes, of_edges = expected(level)
    problems = differences("graph", graph, written(of_graph))
    problems += differences("node", nodes, {id: written(values) for id, values in of_nodes.items()})
    problems += differences("edge", edges, {id: written(values) for id, values in of_edges.items()})
    return problems


def same_graph(level, read, coding=lambda text: text):
    """Are the nodes and edges isomorphic by symbols, as networkx finds it?"""
    import networkx

    own = networkx.MultiDiGraph()
    for node in level["mission"]["nodes"]:
        own.add_node(node["id"], symbol=coding(node["symbol"]))
    for edge in level["mission"]["edges"]:
        own.add_edge(edge["from"], edge["to"], symbol=coding(edge["symbol"]))
    by_symbol = networkx.algorithms.isomorphism
    # The sizes first: the search for an isomorphism of different graphs may take long.
    sizes = [(graph.number_of_nodes(), graph.number_of_edges()) for graph in (read, own)]
    if sizes[0] != sizes[1]:
        return [f"{sizes[0]} nodes and edges instead of {sizes[1]}"]
    if len(own) > 60:
        return []
    node_match = by_symbol.categorical_node_match("symbol", None)
    edge_match = by_symbol.categorical_multiedge_match("symbol", None)
    is_same = networkx.is_isomorphic(read, own, node_match=node_match, edge_match=edge_match)
    return [] if is_same else ["the graph is not isomorphic to the mission"]


def twice(level, text, node, edge):
    """networkx merges what is there twice; so the beginnings of nodes and edges are counted."""
    counts = text.count(node), text.count(edge)
    wanted = len(level["mission"]["nodes"]), len(level["mission"]["edges"])
    return [] if counts == wanted else [f"{counts} nodes and edges are written instead of {wanted}"]


def networkx_graphml(level, path):
    import networkx

    graph = networkx.read_graphml(path, node_type=int, edge_key_type=int, force_multigraph=True)
    values = {name: value for name, value in graph.graph.items() if name not in ("node_default", "edge_default")}
    nodes = dict(graph.nodes(data=True))
    edges = {(u, v, key): data for u, v, key, data in graph.edges(keys=True, data=True)}

    def xml(text):
        return coded(text, lambda c: c in "\t\n\r" or " " <= c <= "\ud7ff" or "\ue000" <= c <= "\ufffd" or c > "\uffff")

    return twice(level, path.read_text(encoding="utf-8"), "<node ", "<edge ") or (
        compare(level, values, nodes, edges, xml) or same_graph(level, graph, xml)
    )


def networkx_node_link(level, path):
    import networkx

    text = path.read_text(encoding="utf-8")
    graph = networkx.node_link_graph(json.loads(text), edges="edges")
    nodes = dict(graph.nodes(data=True))
    edges = {(u, v, key): data for u, v, key, data in graph.edges(keys=True, data=True)}
    return twice(level, text, "\n    {\"id\":", "\n    {\"source\":") or (
        compare(level, graph.graph, nodes, edges) or same_graph(level, graph)
    )


LOOK = {"label", "shape", "fillcolor", "pos", "style", "key", "dir"}


def dot_value(raw):
    """A value of DOT as Graphviz understands it where it draws text."""
    if not raw.startswith('"'):
        return {"true": True, "false": False}[raw] if raw in ("true", "false") else int(raw)
    text, out, at = raw[1:-1].replace('\\"', '"'), [], 0
    while at < len(text):
        if text[at] == "\\":
            at += 1
            out.append({"n": "\n", "\\": "\\"}[text[at]])
        else:
            out.append(text[at])
        at += 1
    return "".join(out)


def dot_values(attributes):
    name = lambda key: dot_value(key) if key.startswith('"') else key
    return {name(key): dot_value(value) for key, value in attributes.items() if key not in LOOK}


def dot_text(text):
    return coded(text, lambda c: c == "\n" or not (c < " " or "\x7f" <= c <= "\x9f"))


def pydot_dot(level, path):
    import networkx
    import pydot

    [graph] = pydot.graph_from_dot_data(path.read_text(encoding="utf-8"))
    [values] = [node.get_attributes() for node in graph.get_nodes() if node.get_name() == "graph"] or [
        defaults for defaults in graph.get_graph_defaults()
    ]
    named = [node for node in graph.get_nodes() if node.get_name() not in ("node", "graph", "edge")]
    nodes = {int(node.get_name()): dot_values(node.get_attributes()) for node in named}
    edges, read = {}, networkx.MultiDiGraph()
    read.add_nodes_from(nodes.items())
    for edge in graph.get_edges():
        ends = int(edge.get_source()), int(edge.get_destination())
        edges[*ends, int(edge.get_attributes()["key"])] = dot_values(edge.get_attributes())
        read.add_edge(*ends, **dot_values(edge.get_attributes()))
    problems = compare(level, dot_values(values), nodes, edges, dot_text)
    if len(named) != len(nodes) or len(graph.get_edges()) != len(edges):
        problems.append("a node or edge is there twice")
    return problems or same_graph(level, read, dot_text)


def graphviz_json(level, path):
    """Graphviz draws the graph; what it then says of nodes and edges has their ids and ends."""
    import subprocess

    done = subprocess.run(["dot", "-Tjson0", str(path)], capture_output=True, timeout=300)
    if done.returncode != 0 or done.stderr.strip():
        return [f"dot exits with {done.returncode}: {done.stderr.decode(errors='replace')[:400]}"]
    data = json.loads(done.stdout)
    names = {node["_gvid"]: int(node["name"]) for node in data.get("objects", [])}
    # It keeps the keys of edges to itself.
    ends = lambda edge: (names[edge["tail"]], names[edge["head"]], edge["role"], int(edge["step"]))
    found = sorted(ends(edge) for edge in data.get("edges", []))
    _, nodes, edges = expected(level)
    wanted = sorted((*ends[:2], values["role"], values["step"]) for ends, values in edges.items())
    problems = [] if sorted(names.values()) == sorted(nodes) else ["dot reads other nodes"]
    return problems + ([] if found == wanted else ["dot reads other edges"])


def graphviz_svg(level, path):
    import subprocess
    import xml.etree.ElementTree as tree

    done = subprocess.run(["dot", "-Tsvg", str(path)], capture_output=True, timeout=300)
    if done.returncode != 0 or done.stderr.strip():
        return [f"dot exits with {done.returncode}: {done.stderr.decode(errors='replace')[:400]}"]
    groups = tree.fromstring(done.stdout).iter("{http://www.w3.org/2000/svg}g")
    drawn = sum(group.get("class") == "node" for group in groups)
    count = len(level["mission"]["nodes"])
    return [] if drawn == count else [f"dot draws {drawn} nodes instead of {count}"]


def graphviz_counts(level, path):
    """`gc` counts nodes and edges."""
    import subprocess

    done = subprocess.run(["gc", "-n", "-e", str(path)], capture_output=True, timeout=300)
    numbers = [int(word) for word in done.stdout.split()[:2]]
    counts = [len(level["mission"]["nodes"]), len(level["mission"]["edges"])]
    return [] if done.returncode == 0 and numbers == counts else [f"gc counts {numbers} instead of {counts}"]


def graphml_to_dot(level, path):
    """`graphml2gv` reads it; Graphviz counts the same nodes and edges in what it writes."""
    import subprocess

    done = subprocess.run(["graphml2gv", str(path)], capture_output=True, timeout=300)
    if done.returncode != 0:
        return [f"graphml2gv exits with {done.returncode}"]
    # It has words for no keys but its own, and says so of each.
    said = [line for line in done.stderr.decode().splitlines() if "Unknown" not in line]
    counts = subprocess.run(["gc", "-n", "-e"], input=done.stdout, capture_output=True, timeout=300)
    numbers = [int(word) for word in counts.stdout.split()[:2]]
    wanted = [len(level["mission"]["nodes"]), len(level["mission"]["edges"])]
    return said[:3] + ([] if numbers == wanted else [f"graphml2gv reads {numbers} instead of {wanted}"])


CHECKS = [
    Check("dot", "pydot", ["pydot", "networkx"], pydot_dot),
    Check("dot", "dot -Tjson", ["$dot"], graphviz_json),
    Check("dot", "dot -Tsvg", ["$dot"], graphviz_svg),
    Check("dot", "nop", ["$nop"], lambda level, path: program("nop", "-p", path)),
    Check("dot", "gc", ["$gc"], graphviz_counts),
    Check("graphml", "networkx", ["networkx"], networkx_graphml),
    Check("graphml", "graphml2gv", ["$graphml2gv", "$gc"], graphml_to_dot),
    Check("node-link", "networkx", ["networkx"], networkx_node_link),
]

DEFECTS = [
    Defect("dot", "a quote is not closed", edited(r'label="([^"]*)"', r'label="\1')),
    Defect("dot", "an edge is missing", edited(r"  \d+ -> \d+ \[[^\n]*\n", "")),
    Defect("dot", "an edge leads to another node", edited(r"(\d+) -> (\d+)", r"\1 -> 9\2")),
    Defect("dot", "cut off", truncated),
    Defect("graphml", "an edge is missing", edited(r" *<edge .*?</edge>\n", "")),
    Defect("graphml", "a value is of another type", edited(r'attr.type="long"', 'attr.type="string"')),
    Defect("graphml", "an edge leads to a node that is not there", edited(r'target="(\d+)"', r'target="9\1"')),
    Defect("graphml", "a character is not escaped", edited(r">Passage<", ">Pass&age<")),
    Defect("graphml", "cut off", truncated),
    Defect("node-link", "edges are called as in older versions", edited(r'"edges"', '"links"')),
    Defect("node-link", "a value is missing", edited(r'"step":\d+,?', "")),
    Defect("node-link", "a node is there twice", edited(r'(\n    )(\{"id":1,[^\n]*)', r"\1\2\1\2")),
]
