//! Mission graphs that other projects use to compare layouts: random connected planar graphs with up to five
//! cycles and hubs of degree 8.
//!
//! Two dozen of them are in `layout_graphs/graphs.txt`, one of each size and number of cycles. They are part
//! of the benchmark of Edgar-DotNet (MIT, © 2018 Ondřej Nepožitek, `layout_graphs/LICENSE`). The ignored
//! tests read all of them from a folder next to the project, or from the one that `LAYOUT_GRAPHS` names. A
//! file has one graph per line: `index nodes: a-b a-b …`, with nodes counted from 0.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use delvewright_engine::base::Seed;
use delvewright_engine::grammar::{ElementId, Grammar, Start};
use delvewright_engine::pipeline::{Pipeline, Request, Run};
use delvewright_engine::settings::{Bridges, LayoutSettings, Spacing, SprawlNeighbour};
use delvewright_engine::text::parse_grammar;

use crate::examples::folder_of_workspace;
use crate::sample;

const GRAMMAR: &str = include_str!("grammar.ron");
const GRAPHS: &str = include_str!("graphs.txt");

fn folder() -> Option<PathBuf> {
    let named = std::env::var_os("LAYOUT_GRAPHS").map(PathBuf::from);
    let beside = folder_of_workspace("../shared/layout-graphs");
    named.or(Some(beside)).filter(|folder| folder.is_dir())
}

/// Returns the graphs in this repository, with their lines.
fn kept_graphs() -> Vec<(String, Start)> {
    let graphs = GRAPHS.lines().zip(1..).map(|(graph, line)| (format!("graphs.txt:{line}"), start(graph)));
    let graphs: Vec<_> = graphs.collect();
    assert_eq!(graphs.len(), 24);
    graphs
}

/// Returns the graphs of every file, with its name and line.
fn graphs() -> Vec<(String, Start)> {
    let folder = folder().expect("LAYOUT_GRAPHS names a folder with mission graphs");
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "txt"));
    files.sort();
    let mut graphs = Vec::new();
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        for (line, graph) in text.lines().enumerate() {
            graphs.push((format!("{}:{}", file.display(), line + 1), start(graph)));
        }
    }
    assert!(!graphs.is_empty(), "the folder holds graphs");
    graphs
}

fn start(line: &str) -> Start {
    let (head, edges) = line.split_once(':').unwrap();
    let count: u32 = head.split_whitespace().nth(1).unwrap().parse().unwrap();
    let symbols = ["Hall", "Cave", "Chamber", "Vault"];
    let nodes = (1..=count).map(|id| (ElementId(id), symbols[id as usize % symbols.len()].into())).collect();
    let edge = |pair: &str| {
        let (from, to) = pair.split_once('-').unwrap();
        let id = |text: &str| ElementId(text.parse::<u32>().unwrap() + 1);
        (id(from), "path".into(), id(to))
    };
    Start::Graph {
        nodes,
        edges: edges.split_whitespace().map(edge).collect(),
        at: Default::default(),
        drawn: Default::default(),
    }
}

fn run(grammar: &Grammar, start: Start, seed: u64) -> Run {
    let grammar = Arc::new(Grammar { start, ..grammar.clone() });
    Pipeline::default().run(&Request::new(grammar, Vec::new(), Seed(seed)))
}

fn elastic(bridges: Bridges) -> LayoutSettings {
    LayoutSettings { bridges, ..LayoutSettings::default() }
}

fn compact(gap: u32) -> LayoutSettings {
    LayoutSettings { spacing: Spacing::Compact { gap }, ..LayoutSettings::default() }
}

/// Checks that all graphs are laid out. They are planar, so none has a bridge, even if bridges are allowed.
fn assert_all_laid_out(
    graphs: impl Iterator<Item = (String, Start)>,
    layout: LayoutSettings,
    seeds: std::ops::Range<u64>,
) {
    let loaded = parse_grammar(GRAMMAR, None);
    assert_eq!(loaded.diagnostics, []);
    let mut grammar = loaded.value.unwrap();
    grammar.layout = layout;
    let mut failed = Vec::new();
    for (name, start) in graphs {
        for seed in seeds.clone() {
            let run = run(&grammar, start.clone(), seed);
            if let Some(failure) = run.failure {
                failed.push(format!("{name} seed {seed}: {} {}", failure.stage, failure.message));
            } else if run.level.is_some_and(|level| !level.bridges.is_empty()) {
                failed.push(format!("{name} seed {seed}: bridges that it does not need"));
            }
        }
    }
    assert!(failed.is_empty(), "{} failed: {failed:#?}", failed.len());
}

#[test]
fn some_graphs_of_every_size_are_laid_out_and_proved() {
    assert_all_laid_out(kept_graphs().into_iter().step_by(4), elastic(Bridges::Allow), 1..2);
    assert_all_laid_out(kept_graphs().into_iter().skip(2).step_by(4), elastic(Bridges::Forbid), 1..2);
}

#[test]
fn some_graphs_of_every_size_are_compacted_and_proved() {
    assert_all_laid_out(kept_graphs().into_iter().step_by(3), compact(1), 1..2);
    assert_all_laid_out(kept_graphs().into_iter().skip(1).step_by(3), compact(4), 1..2);
}

#[test]
fn compact_levels_are_less_than_three_quarters_as_large_as_elastic_ones() {
    let grammar = parse_grammar(GRAMMAR, None).value.unwrap();
    let area = |layout: LayoutSettings, start: &Start| {
        let grammar = Grammar { layout, ..grammar.clone() };
        let level = run(&grammar, start.clone(), 1).level.expect("a level");
        u64::from(level.width) * u64::from(level.height)
    };
    for (name, start) in kept_graphs().into_iter().step_by(5) {
        let (small, large) = (area(compact(2), &start), area(elastic(Bridges::Allow), &start));
        assert!(4 * small < 3 * large, "{name}: {small}, {large}");
    }
}

/// Returns the graphs for which a sprawl is given up at that seed. All others are proved.
fn given_up(
    graphs: impl Iterator<Item = (String, Start)>,
    beside: SprawlNeighbour,
    seed: u64,
) -> Vec<String> {
    let mut grammar = parse_grammar(GRAMMAR, None).value.unwrap();
    grammar.layout.spacing = Spacing::Sprawl { length: (2, 8), beside };
    let mut given_up = Vec::new();
    for (name, start) in graphs {
        let run = run(&grammar, start, seed);
        assert_eq!(run.failure, None, "{name}");
        let is_given_up = run.diagnostics.iter().any(|found| found.code == "sprawl-gave-up");
        given_up.extend(is_given_up.then_some(name));
    }
    given_up
}

#[test]
fn graphs_of_every_size_sprawl() {
    let graphs = |first: usize| sample::of(kept_graphs().into_iter().skip(first).step_by(2));
    for (first, beside) in [(0, SprawlNeighbour::Previous), (1, SprawlNeighbour::Parent)] {
        let given_up = given_up(graphs(first), beside, 1);
        assert!(given_up.len() <= 1, "{given_up:?}");
    }
}

#[test]
#[ignore = "long: all graphs"]
fn nearly_every_graph_sprawls() {
    for beside in [SprawlNeighbour::Previous, SprawlNeighbour::Parent] {
        let given_up = given_up(graphs().into_iter(), beside, 1);
        assert!(given_up.len() * 20 < graphs().len(), "{given_up:?}");
    }
}

#[test]
#[ignore = "takes minutes: all graphs at ten more seeds"]
fn every_graph_is_laid_out_and_proved_at_other_seeds() {
    assert_all_laid_out(graphs().into_iter(), elastic(Bridges::Allow), 2..12);
}

#[test]
#[ignore = "long: all graphs"]
fn every_graph_is_laid_out_and_proved() {
    assert_all_laid_out(graphs().into_iter(), elastic(Bridges::Forbid), 1..2);
}

#[test]
#[ignore = "takes minutes: all graphs at five seeds"]
fn every_graph_is_compacted_and_proved() {
    assert_all_laid_out(graphs().into_iter(), compact(2), 1..6);
}
