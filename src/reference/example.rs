//! The example of the page about grammars.

/// A small grammar with a part of each kind.
pub const EXAMPLE_GRAMMAR: &str = r##"Grammar(
    format: 1,
    name: "Two halls and a cave",
    alphabet: (
        nodes: {
            "Entrance": (role: Start, form: Hall(width: (4, 6), height: (3, 5))),
            "Hollow": (form: Cave(radius: (3, 5))),
            "Gate": (role: Lock, form: Hall()),
            "Key": (role: Key),
            "Vault": (role: Goal, form: Hall()),
        },
        edges: {
            "path": (role: Passage, kind: Corridor(width: 2)),
            "opens": (role: Opens),
            "holds": (role: Contains),
        },
    ),
    start: Graph(nodes: {1: "Entrance", 2: "Vault"}, edges: [(1, "path", 2)]),
    rules: [
        (
            name: "One hollow more",
            lhs: (nodes: {1: Any, 2: Any}, edges: [(1, "path", 2)]),
            rhs: (
                nodes: {1: Keep, 2: Keep, 3: "Hollow"},
                edges: [(1, "path", 3), (3, "path", 2)],
            ),
        ),
        (
            name: "Lock the vault",
            limit: 1,
            lhs: (nodes: {1: "Hollow", 2: "Vault"}, edges: [(1, "path", 2)]),
            rhs: (
                nodes: {1: Keep, 2: Keep, 3: "Gate", 4: "Hollow", 5: "Key"},
                edges: [
                    (1, "path", 3), (3, "path", 2), (1, "path", 4), (4, "holds", 5), (5, "opens", 3),
                ],
            ),
        ),
    ],
    recipe: [
        Apply(rules: Named(["One hollow more"]), times: (2, 4)),
        Apply(rules: Named(["Lock the vault"])),
    ],
    layout: (spacing: Compact(gap: 2)),
)
"##;
