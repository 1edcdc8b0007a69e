// Helpers that the pages share.

const { file, package: client } = Object.fromEntries(new URL(location.href).searchParams);

function rows(width, height, isSolid) {
  const row = (y) => Array.from({ length: width }, (_, x) => isSolid(x, y)).join("");
  return Array.from({ length: height }, (_, y) => row(y));
}

// Facts from objects with name, x and y in pixels. Tile objects have a gid and are anchored at their lower left.
function ofObjects(objects, side) {
  const names = (prefix) => objects.map((one) => one.name).filter((name) => name.startsWith(prefix)).sort();
  const cell = (one) => [Math.floor(one.x / side), Math.floor((one.gid ? one.y - side : one.y) / side)];
  const entities = objects.filter((one) => one.name.startsWith("entity_"));
  return {
    rooms: names("room_"),
    passages: names("passage_"),
    entities: Object.fromEntries(entities.map((one) => [one.name, cell(one)])),
  };
}
