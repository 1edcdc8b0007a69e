"""The wheel against the command line: the same levels, the same tables. Run by crates/python/test."""

import csv
import os
import pickle
import subprocess
import threading
import unittest

import networkx
import numpy
import pandas

import delvewright

ROOT = os.environ["DELVEWRIGHT_ROOT"]
PROGRAM = os.environ["DELVEWRIGHT_PROGRAM"]
EXAMPLES = ["first_lock", "lattice_caves", "upkeep", "underworks"]


def grammar(name):
    return os.path.join(ROOT, "grammars", name + ".ron")


def program(*arguments):
    return subprocess.run([PROGRAM, *arguments], capture_output=True, cwd=ROOT).stdout


class Levels(unittest.TestCase):
    def test_bytes_are_those_of_the_command_line(self):
        for name in EXAMPLES:
            project = delvewright.load(grammar(name))
            for seed in (1, 2, 7, 2**64 - 1):
                expected = program("generate", grammar(name), "--seed", str(seed), "--format", "json")
                try:
                    self.assertEqual(project.generate(seed).json().encode(), expected, (name, seed))
                except delvewright.GenerationError:
                    self.assertEqual(expected, b"", (name, seed))

    def test_variables_ceiling_and_rooms_are_those_of_the_command_line(self):
        # The rooms of the grammar once more, under other names.
        with open(os.path.join(ROOT, "rooms", "cellar.ron"), encoding="utf-8") as cellar:
            text = cellar.read().replace('name: "', 'name: "Other ')
        rooms = os.path.join(os.environ["DELVEWRIGHT_OUTPUT"], "rooms.ron")
        with open(rooms, "w", encoding="utf-8") as file:
            file.write(text)
        expected = program("generate", grammar("first_lock"), "--rooms", rooms, "--ceiling", "2", "--format", "json")
        level = delvewright.generate(grammar("first_lock"), 1, rooms=[rooms], ceiling=2)
        self.assertEqual(level.json().encode(), expected)
        self.assertNotEqual(level.json(), delvewright.generate(grammar("first_lock"), 1).json())

    def test_arrays_are_the_grids_of_the_level(self):
        level = delvewright.generate(grammar("first_lock"), 7)
        record = level.record
        self.assertEqual(level.tiles.shape, (record["height"], record["width"]))
        characters = numpy.array([tile.character for tile in level.legend])
        self.assertEqual(["".join(row) for row in characters[level.tiles]], record["tiles"])
        owners = [[owner for owner, run in row for _ in range(run)] for row in record["owners"]]
        self.assertEqual(level.owners.tolist(), owners)
        self.assertEqual(level.owners.max(), len(record["places"]))
        for place in record["places"]:
            x, y = place["anchor"]
            self.assertTrue(level.walkable[y, x])
        with self.assertRaises(ValueError):
            level.tiles[0, 0] = 1

    def test_mission_is_a_graph(self):
        level = delvewright.generate(grammar("first_lock"), 7)
        mission = level.mission
        record = level.record["mission"]
        self.assertIsInstance(mission, networkx.MultiDiGraph)
        self.assertEqual(sorted(mission.nodes), sorted(node["id"] for node in record["nodes"]))
        self.assertEqual(mission.number_of_edges(), len(record["edges"]))
        passages = [(a, b) for a, b, role in mission.edges(data="role") if role == "Passage"]
        places = [node for node, is_place in mission.nodes(data="is_place") if is_place]
        graph = networkx.Graph(passages)
        self.assertTrue(networkx.is_connected(graph))
        self.assertEqual(sorted(graph.nodes), sorted(places))

    def test_threads_make_the_same_levels(self):
        project = delvewright.load(grammar("lattice_caves"))
        expected = [project.generate(seed).json() for seed in range(1, 9)]
        found = [None] * 8

        def make(position):
            found[position] = project.generate(position + 1).json()

        threads = [threading.Thread(target=make, args=(position,)) for position in range(8)]
        [thread.start() for thread in threads]
        [thread.join() for thread in threads]
        self.assertEqual(found, expected)


class Metrics(unittest.TestCase):
    def test_columns_are_those_of_batch(self):
        for name in ("first_lock", "upkeep"):
            path = os.path.join(os.environ["DELVEWRIGHT_OUTPUT"], name + ".csv")
            program("batch", grammar(name), "--seeds", "12", "--metrics", path)
            with open(path, newline="") as file:
                rows = list(csv.DictReader(file))
            columns = delvewright.metrics(grammar(name), 12)
            self.assertEqual(list(columns), list(rows[0]))
            for column, values in columns.items():
                for row, value in zip(rows, values):
                    if isinstance(value, str) or row[column] == "":
                        self.assertEqual(row[column], "" if pandas.isna(value) else value)
                    else:
                        self.assertEqual(float(row[column]), float(value), column)

    def test_pandas_takes_the_columns(self):
        table = pandas.DataFrame(delvewright.metrics(grammar("lattice_caves"), [5, 3, 2**64 - 1], jobs=2))
        self.assertEqual(table["seed"].tolist(), [5, 3, 2**64 - 1])
        self.assertEqual(table["seed"].dtype, numpy.uint64)
        self.assertEqual(table["places"].dtype, numpy.int64)
        again = pandas.DataFrame(delvewright.metrics(grammar("lattice_caves"), [5, 3, 2**64 - 1], jobs=1))
        pandas.testing.assert_frame_equal(table, again)

    def test_projects_are_pickled_for_workers(self):
        project = delvewright.load(grammar("first_lock"))
        again = pickle.loads(pickle.dumps(project))
        self.assertEqual(again.generate(3).json(), project.generate(3).json())


class Mistakes(unittest.TestCase):
    def test_mistakes_of_a_grammar_have_places(self):
        path = os.path.join(ROOT, "tests", "broken", "grammar_unknown_names.ron")
        with self.assertRaises(delvewright.GrammarError) as caught:
            delvewright.load(path)
        errors = [found for found in caught.exception.diagnostics if found.severity == "error"]
        self.assertGreater(len(errors), 1)
        self.assertTrue(all(found.file == path and found.line for found in errors))
        self.assertIn(errors[0].message, str(caught.exception))

    def test_other_mistakes_are_exceptions(self):
        with self.assertRaises(OSError):
            delvewright.load(os.path.join(ROOT, "missing.ron"))
        with self.assertRaises(delvewright.GrammarError) as caught:
            delvewright.load(grammar("first_lock"), variables={"nothing": 1})
        self.assertIn("nothing", str(caught.exception))
        with self.assertRaises(OverflowError):
            delvewright.generate(grammar("first_lock"), -1)
        with self.assertRaises(ValueError):
            delvewright.load(grammar("first_lock"), ceiling=0)

    def test_a_failed_seed_says_why(self):
        path = grammar("sunken_keep")
        columns = delvewright.metrics(path, 40)
        failed = [int(seed) for seed, code in zip(columns["seed"], columns["code"]) if code is not None]
        for seed in failed[:1]:
            with self.assertRaises(delvewright.GenerationError) as caught:
                delvewright.generate(path, seed)
            position = list(columns["seed"]).index(seed)
            self.assertEqual(caught.exception.code, columns["code"][position])
            self.assertEqual(caught.exception.message, columns["reason"][position])


if __name__ == "__main__":
    unittest.main()
