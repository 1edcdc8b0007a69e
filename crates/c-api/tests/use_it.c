/* Generates levels as a game in C does. Ends with 0 if everything is as the header says. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "../delvewright.h"

static slice_ref_uint8_t bytes(const char *text) {
    slice_ref_uint8_t slice = {(const uint8_t *)text, strlen(text)};
    return slice;
}

static char text[1 << 16];

int main(int count, char **arguments) {
    assert(count == 2);
    FILE *file = fopen(arguments[1], "rb");
    assert(file != NULL);
    text[fread(text, 1, sizeof text - 1, file)] = 0;
    fclose(file);

    delvewright_level_t *level = delvewright_generate(bytes(text), 7);
    assert(delvewright_error(level) == NULL);
    uint32_t width = delvewright_width(level), height = delvewright_height(level);
    slice_ref_uint32_t tiles = delvewright_tiles(level);
    slice_ref_int32_t owners = delvewright_owners(level);
    assert(width > 0 && tiles.len == (size_t)width * height && owners.len == tiles.len);
    size_t owned = 0;
    for (size_t cell = 0; cell < tiles.len; cell++) {
        uint32_t x = cell % width, y = cell / width;
        int is_frame = x == 0 || y == 0 || x + 1 == width || y + 1 == height;
        assert(!is_frame || (tiles.ptr[cell] == '#' && owners.ptr[cell] == 0));
        owned += owners.ptr[cell] != 0;
    }
    assert(owned > 0 && strstr(delvewright_json(level), "\"Throne\"") != NULL);

    /* The same seed gives the same level, another seed another one. */
    delvewright_level_t *again = delvewright_generate(bytes(text), 7);
    delvewright_level_t *other = delvewright_generate(bytes(text), 8);
    assert(strcmp(delvewright_json(level), delvewright_json(again)) == 0);
    assert(strcmp(delvewright_json(level), delvewright_json(other)) != 0);
    delvewright_free(again);
    delvewright_free(other);

    /* Mistakes are texts. */
    const char *wrong[] = {"Grammar(", "", "\xff\xfe"};
    for (int index = 0; index < 3; index++) {
        delvewright_level_t *none = delvewright_generate(bytes(wrong[index]), 7);
        assert(delvewright_error(none) != NULL && delvewright_error(none)[0] != 0);
        assert(delvewright_json(none) == NULL && delvewright_tiles(none).len == 0 && delvewright_height(none) == 0);
        delvewright_free(none);
    }

    /* NULL is no level. */
    assert(delvewright_width(NULL) == 0 && delvewright_tiles(NULL).len == 0 && delvewright_error(NULL) == NULL);
    delvewright_free(NULL);

    slice_ref_uint8_t sets[] = {bytes("RoomSet(")};
    slice_ref_slice_ref_uint8_t rooms = {sets, 1};
    delvewright_level_t *broken = delvewright_generate_with_rooms(bytes(text), rooms, 7);
    assert(delvewright_error(broken) != NULL);
    delvewright_free(broken);

    printf("%u by %u cells, %zu of them owned\n", width, height, owned);
    delvewright_free(level);
    return 0;
}
