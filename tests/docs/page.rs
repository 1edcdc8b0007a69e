//! The parts of a page that can be tried: files, commands and pictures.

/// A page of documentation.
#[derive(Debug)]
pub struct Page {
    /// The path from the project's folder, with `/`.
    pub name: String,
    pub text: String,
    /// Each with its line.
    pub parts: Vec<(usize, Part)>,
    /// Blocks that the tests cannot understand.
    pub complaints: Vec<String>,
}

/// A part of a page that can be tried.
#[derive(Debug, PartialEq)]
pub enum Part {
    /// A complete file.
    File { path: String, text: String },
    /// Fields that replace those of the file before them.
    Fields(String),
    /// Commands that are run.
    Commands(Vec<ShownCommand>),
    /// Command lines that are parsed.
    Shell(Vec<String>),
    /// A picture, with its path from the project's folder, and the command that makes it.
    Picture { path: String, command: String },
}

/// A command with the output that the page shows.
#[derive(Debug, PartialEq)]
pub struct ShownCommand {
    pub line: String,
    pub output: Vec<String>,
}

impl Page {
    /// Finds the parts of a page.
    pub fn parse(name: String, text: String) -> Self {
        let mut page = Self { name, text: String::new(), parts: Vec::new(), complaints: Vec::new() };
        let mut lines = (1..).zip(text.lines());
        let mut caption = "";
        let mut mentioned = None;
        while let Some((number, line)) = lines.next() {
            if let Some(comment) = line.trim().strip_prefix("<!-- picture ") {
                match comment.strip_suffix(" -->").and_then(|comment| comment.split_once(": ")) {
                    Some((path, command)) => {
                        let (path, command) = (path.to_owned(), command.to_owned());
                        page.parts.push((number, Part::Picture { path, command }));
                    }
                    None => page.complain(number, "a picture without a command"),
                }
            } else if let Some(kind) = line.strip_prefix("```") {
                let block = lines.by_ref().map(|(_, line)| line).take_while(|line| *line != "```");
                let block: Vec<&str> = block.collect();
                page.add_block(number, kind, path_in(caption), mentioned.clone(), &block);
            }
            mentioned = mentioned_file(line).or(mentioned);
            if !line.trim().is_empty() {
                caption = line;
            }
        }
        page.text = text;
        page
    }

    fn complain(&mut self, line: usize, why: &str) {
        self.complaints.push(format!("{}:{line}: {why}", self.name));
    }

    /// Adds a block after a caption with a path. Grammars and room sets without one belong to the file that
    /// the text mentions last.
    fn add_block(
        &mut self,
        line: usize,
        kind: &str,
        path: Option<String>,
        mentioned: Option<String>,
        block: &[&str],
    ) {
        let text = block.join("\n") + "\n";
        let begin = block.iter().find(|line| !line.starts_with("//")).copied().unwrap_or_default();
        let is_whole = begin.starts_with("Grammar(") || begin.starts_with("RoomSet(");
        let part = match (kind, path.or(mentioned.filter(|_| is_whole))) {
            ("ron" | "text", Some(path)) => Part::File { path, text },
            ("ron", None) if begins_with_field(begin) => Part::Fields(text),
            ("ron", None) => return self.complain(line, "a file without a path"),
            ("console", _) => Part::Commands(shown_commands(block)),
            ("sh", _) => Part::Shell(block.iter().map(|line| (*line).to_owned()).collect()),
            ("rust" | "rust,ignore" | "text" | "ron,fragment" | "python" | "sql", _) => return,
            ("c" | "js" | "gdscript" | "csharp", _) => return,
            (kind, _) => return self.complain(line, &format!("an unknown kind of block: {kind:?}")),
        };
        self.parts.push((line, part));
    }
}

/// Returns the path at the end of a caption, as in: Save this as `keep.ron`:
fn path_in(caption: &str) -> Option<String> {
    let path = caption.strip_suffix("`:")?.rsplit('`').next()?;
    path.contains('.').then(|| path.to_owned())
}

/// Returns the last file of RON that a line mentions.
fn mentioned_file(line: &str) -> Option<String> {
    let names = line.split('`').skip(1).step_by(2);
    names.filter(|name| name.ends_with(".ron") && !name.contains(' ')).last().map(str::to_owned)
}

fn begins_with_field(line: &str) -> bool {
    let name = line.split_once(':').map_or("", |(name, _)| name);
    !name.is_empty() && name.chars().all(|one| one.is_ascii_lowercase() || one == '_')
}

fn shown_commands(block: &[&str]) -> Vec<ShownCommand> {
    let mut commands: Vec<ShownCommand> = Vec::new();
    for line in block {
        if let Some(command) = line.strip_prefix("$ ") {
            commands.push(ShownCommand { line: command.to_owned(), output: Vec::new() });
        } else if let Some(command) = commands.last_mut() {
            command.output.push((*line).to_owned());
        }
    }
    commands
}

#[test]
fn parts_of_a_page_are_found() {
    let text = "\
# Page
Save this as `a.ron`:

```ron
Grammar()
```

```ron
// A comment.
layout: ()
```

```console
$ delvewright check a.ron
a.ron: 0 errors
```

<!-- picture docs/pictures/a.png: delvewright generate a.ron -->

The whole file `b.ron` is here.

```ron
Grammar()
```

```ron
{}
```
";
    let page = Page::parse("page.md".to_owned(), text.to_owned());
    let parts: Vec<&Part> = page.parts.iter().map(|(_, part)| part).collect();
    let command = ShownCommand {
        line: "delvewright check a.ron".to_owned(),
        output: vec!["a.ron: 0 errors".to_owned()],
    };
    let expected = [
        Part::File { path: "a.ron".to_owned(), text: "Grammar()\n".to_owned() },
        Part::Fields("// A comment.\nlayout: ()\n".to_owned()),
        Part::Commands(vec![command]),
        Part::Picture {
            path: "docs/pictures/a.png".to_owned(),
            command: "delvewright generate a.ron".to_owned(),
        },
        Part::File { path: "b.ron".to_owned(), text: "Grammar()\n".to_owned() },
    ];
    assert_eq!(parts, expected.iter().collect::<Vec<_>>());
    assert_eq!(page.complaints, ["page.md:26: a file without a path"]);
}
