//! Writes the implementation of `Described` for an item.

use crate::parse::{Fields, Item, ItemBody, NamedField, Notes, VariantTokens};

/// Returns the code of the implementation.
pub(crate) fn emit(item: &Item) -> Result<String, String> {
    let Item { name, notes, body } = item;
    let meaning = lines_of(notes, name)?;
    let body = match body {
        ItemBody::Enum(variants) => {
            let variants = variants.iter().map(|variant| emit_variant(name, variant));
            format!("TypeBody::Variants(::std::vec![{}])", variants.collect::<Result<String, _>>()?)
        }
        ItemBody::Struct(Fields::Named(fields)) => {
            let is_optional = notes.serde("default").is_some() || notes.described("optional").is_some();
            let first = notes.described("first").map(|first| format!("{first},")).unwrap_or_default();
            let in_files = fields.iter().filter(|field| field.notes.serde("skip").is_none());
            let fields = in_files.map(|field| emit_field(name, field, is_optional));
            let fields = format!("::std::vec![{first}{}]", fields.collect::<Result<String, _>>()?);
            let is_tuple = notes.described("positions").is_some();
            format!("TypeBody::{}({fields})", if is_tuple { "Positions" } else { "Fields" })
        }
        ItemBody::Struct(Fields::Unnamed(types)) if types.len() == 1 => {
            return Ok(format!(
                "impl crate::base::Described for {name} {{ fn shape() -> crate::base::ValueShape {{ <{} as crate::base::Described>::shape() }} }}",
                types.concat()
            ));
        }
        ItemBody::Struct(_) => return Err(format!("{name} has no named fields")),
    };
    let short = notes.described("short").map(|short| format!(".short(shape::<{short}>())"));
    Ok(format!(
        "impl crate::base::Described for {name} {{
            fn shape() -> crate::base::ValueShape {{
                fn facts() -> crate::base::TypeFacts {{
                    #[allow(unused_imports)]
                    use crate::base::{{FieldFacts, TypeBody, TypeFacts, VariantFacts, default_text, shape}};
                    TypeFacts::new({name:?}, {meaning}, {body}){}
                }}
                crate::base::ValueShape::Type({name:?}, facts)
            }}
        }}",
        short.unwrap_or_default()
    ))
}

fn emit_variant(owner: &str, variant: &VariantTokens) -> Result<String, String> {
    let VariantTokens { name, notes, fields } = variant;
    let meaning = lines_of(notes, &format!("{owner}::{name}"))?;
    let body = match fields {
        Fields::None => String::new(),
        Fields::Unnamed(types) => {
            let shapes: String = types.iter().map(|of_type| format!("shape::<{of_type}>(),")).collect();
            format!(".values(::std::vec![{shapes}])")
        }
        Fields::Named(fields) => {
            let owner = format!("{owner}::{name}");
            let fields = fields.iter().map(|field| emit_field(&owner, field, false));
            format!(".fields(::std::vec![{}])", fields.collect::<Result<String, _>>()?)
        }
    };
    let bare = if notes.described("bare").is_some() { ".bare()" } else { "" };
    Ok(format!("VariantFacts::new({name:?}, {meaning}){body}{bare},"))
}

fn emit_field(owner: &str, field: &NamedField, all_optional: bool) -> Result<String, String> {
    let NamedField { name, notes, of_type } = field;
    let meaning = lines_of(notes, &format!("{owner}.{name}"))?;
    let facts = notes.described("facts").map(|facts| format!(".known({facts})")).unwrap_or_default();
    let offers = notes.described("offers").map(|offers| format!(".offers({offers})")).unwrap_or_default();
    let default = match notes.serde("default") {
        Some("") => Some(format!("<{of_type} as ::core::default::Default>::default()")),
        Some(path) => Some(format!("{}()", path.trim_matches('"'))),
        None if notes.described("default").is_some() => {
            Some(format!("<{of_type} as ::core::default::Default>::default()"))
        }
        None if all_optional => Some(format!("<{owner} as ::core::default::Default>::default().{name}")),
        None => None,
    };
    let default = default.map(|value| format!(".optional(default_text(&{value}))")).unwrap_or_default();
    let name = notes.serde("rename").map_or(name.as_str(), |name| name.trim_matches('"'));
    Ok(format!("FieldFacts::new({name:?}, {meaning}, shape::<{of_type}>()){facts}{offers}{default},"))
}

/// Returns the doc comment as a slice of literals.
fn lines_of(notes: &Notes, owner: &str) -> Result<String, String> {
    if notes.lines.is_empty() {
        return Err(format!("{owner} needs a doc comment: it is the meaning in the reference"));
    }
    Ok(format!("&[{}]", notes.lines.join(",")))
}
