#!/bin/sh
# Imports a model or map into a fresh project of Godot 3, and prints what Godot sees as JSON: see.sh FOLDER FILE.
#
# ADDON may name a folder with Godot's importer for Tiled, `vnen.tiled_importer`. The editor of 3.2 does not end
# after importing, so it is stopped once everything is imported.

set -u
here=$(cd "$(dirname "$0")" && pwd)
folder=$1 file=$2
project=$(mktemp -d)
trap 'kill "$editor" 2>/dev/null; rm -rf "$project"' EXIT
cp "$here/project.godot" "$here/see.gd" "$project" && cp "$folder/$file" "$project"
find "$folder" -name "level*.ts[xj]" -exec cp {} "$project" ";" -o -name "level*.png" -exec cp {} "$project" ";"
if [ -n "${ADDON:-}" ]; then
  mkdir -p "$project/addons" && cp -r "$ADDON" "$project/addons/vnen.tiled_importer"
fi
HOME=$project/home && export HOME && mkdir "$HOME"
godot3-server --path "$project" --editor >"$project/import.log" 2>&1 &
editor=$!
waited=0
until ls "$project"/.import/"$file"-*.md5 >/dev/null 2>&1 || [ $waited -ge 240 ]; do
  sleep 0.5
  waited=$((waited + 1))
done
kill "$editor" 2>/dev/null
timeout 60 godot3-server --path "$project" -s see.gd "$file" >"$project/out.log" 2>&1
grep -v '^SEEN' "$project/out.log" >&2
sed -n 's/^SEEN //p' "$project/out.log" | head -n 1 | grep .
