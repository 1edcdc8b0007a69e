use delvewright_level::DerivedTheme;

use super::*;

fn derived(name: &str, like: &str) -> impl Fn(&mut Grammar) {
    move |grammar| {
        let theme = DerivedTheme { like: like.to_owned(), ..DerivedTheme::default() };
        grammar.alphabet.themes.insert(name.to_owned(), theme);
    }
}

#[test]
fn themes_exist() {
    error("unknown-theme", "theme", |g| g.theme = "cript".to_owned());
    error("unknown-theme", "alphabet.nodes[\"A\"].theme", |g| g.alphabet.nodes["A"].theme = "x".to_owned());
    error("unknown-theme", "alphabet.edges[\"p\"].theme", |g| g.alphabet.edges["p"].theme = "x".to_owned());
    for like in ["", "x"] {
        error("unknown-theme", "alphabet.themes[\"dark\"].like", derived("dark", like));
    }
    error("theme-name-taken", "alphabet.themes[\"ice\"]", derived("ice", "crypt"));
    assert_eq!(said(derived("dark", "crypt")), []);
}

#[test]
fn attributes_may_name_derived_themes_too() {
    let named = |name: &'static str| {
        move |grammar: &mut Grammar| {
            derived("dark", "crypt")(grammar);
            let attributes = &mut grammar.alphabet.nodes["A"].attributes;
            attributes.insert("theme".to_owned(), Value::Text(name.to_owned()));
        }
    };
    warning("no-theme", "alphabet.nodes[\"A\"].attributes[\"theme\"]", named("spooky"));
    warning("no-theme", "rules[0].rhs.nodes[2].change[0]", |g| {
        let change = &mut g.rules[0].rhs.nodes[&ElementId(2)].change;
        change.push(Change::Set("theme".to_owned(), Value::Int(7)));
    });
    for known in ["dark", "lava", ""] {
        assert_eq!(said(named(known)), []);
    }
}
