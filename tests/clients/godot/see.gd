# Prints what Godot 3 sees in an imported model or map as JSON.
#
# godot3-server --path PROJECT -s see.gd FILE: FILE is in PROJECT and was imported by the editor. Rays find the
# solid cells: only what has a body stops them.
extends SceneTree

var file = OS.get_cmdline_args()[-1]
var scene


func _init():
	scene = load("res://" + file).instance()
	get_root().call_deferred("add_child", scene)


# Bodies are there after the first steps of physics.
var steps = 0


func _iteration(_delta):
	steps += 1
	if steps < 4:
		return false
	print("SEEN " + to_json(model() if file.ends_with(".glb") else map()))
	quit()
	return false


func nodes(node, found = []):
	found.append(node)
	for child in node.get_children():
		nodes(child, found)
	return found


func hit(space, from, to):
	return space.intersect_ray(from, to)


# Godot 3 does not import the fields of nodes, so they are read from the file.
func size_of_level():
	var input = File.new()
	input.open("res://" + file, File.READ)
	input.seek(12)
	var length = input.get_32()
	input.seek(20)
	for node in parse_json(input.get_buffer(length).get_string_from_utf8()).nodes:
		if node.name == "level":
			return [int(node.extras.width), int(node.extras.height)]


func model():
	var space = scene.get_world().direct_space_state
	var entities = {}
	var size = size_of_level()
	var bodies = 0
	for node in nodes(scene):
		if node is StaticBody:
			bodies += 1
		elif node is Spatial and node.name.begins_with("entity_"):
			var at = node.global_transform.origin
			entities[node.name] = [int(floor(at.x)), int(floor(at.z))]
	var near = []
	for y in range(size[1]):
		var row = ""
		for x in range(size[0]):
			var found = hit(space, Vector3(x + 0.53, 9, y + 0.47), Vector3(x + 0.53, -1, y + 0.47))
			row += " " if found.empty() else ("#" if found.position.y > 0.5 else ".")
		near.append(row)
	# A player who walks towards a wall is stopped, and nothing stops them on the floor.
	for y in range(1, size[1] - 1):
		for x in range(1, size[0] - 1):
			for step in [[1, 0], [-1, 0], [0, 1], [0, -1]]:
				var other = near[y + step[1]][x + step[0]]
				if near[y][x] != "." or other == " ":
					continue
				var from = Vector3(x + 0.53, 0.4, y + 0.47)
				var stops = not hit(space, from, from + Vector3(step[0], 0, step[1])).empty()
				if stops != (other == "#"):
					return {"error": "a ray from %s, %s by %s" % [x, y, step]}
	if bodies < 2:
		return {"error": "%s bodies" % bodies}
	return {"near": near, "entities": entities}


# Walls are the bodies of tiles. The importer of Godot 3 gives rooms bodies, too.
func is_wall(space, at):
	for found in space.intersect_point(at):
		if found.collider is TileMap:
			return true
	return false


func map():
	var space = scene.get_world_2d().direct_space_state
	var entities = {}
	var rooms = []
	var passages = []
	var size = Vector2()
	var side = 16
	for node in nodes(scene):
		if node is TileMap:
			side = node.cell_size.x
			var end = node.get_used_rect().end
			size = Vector2(max(size.x, end.x), max(size.y, end.y))
	for node in nodes(scene):
		if node.name.begins_with("entity_"):
			var at = node.global_position
			if node is Sprite:
				at.y -= 1
			entities[node.name] = [int(floor(at.x / side)), int(floor(at.y / side))]
		elif node.name.begins_with("room_"):
			rooms.append(node.name)
		elif node.name.begins_with("passage_"):
			passages.append(node.name)
	var solid = []
	for y in range(size.y):
		var row = ""
		for x in range(size.x):
			row += "#" if is_wall(space, Vector2(x + 0.53, y + 0.47) * side) else "."
		solid.append(row)
	rooms.sort()
	passages.sort()
	return {"size": [int(size.x), int(size.y)], "solid": solid, "entities": entities, "rooms": rooms, "passages": passages}
