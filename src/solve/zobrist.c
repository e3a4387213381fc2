/* zobrist.c - hashes of a position and of its images under symmetries */
#include "solve/zobrist.h"

enum { MAX_SYMMETRIES = 16 }; /* each costs a hash for every position */

static uint32_t **inverse_moves(const Symmetries *symmetries, size_t move_count,
                                Arena *arena)
{
    uint32_t **inverse = arena_array(arena, uint32_t *, symmetries->count);
    for (size_t i = 0; i < symmetries->count; i++) {
        inverse[i] = arena_array(arena, uint32_t, move_count);
        for (uint32_t move = 0; move < move_count; move++)
            inverse[i][symmetries->moves[i][move]] = move;
    }
    return inverse;
}

Zobrist zobrist_new(const Net *net, Arena *arena)
{
    const Symmetries *all = net_symmetries(net, MAX_SYMMETRIES, arena);
    size_t move_count = 0;
    for (size_t i = 0; i < net->role_count; i++)
        move_count += net->roles[i].move_count;
    Zobrist zobrist = {.symmetries = all,
                       .inverse = inverse_moves(all, move_count, arena),
                       .keys = arena_array(arena, PositionHash,
                                           net->feature_count * all->count)};
    for (size_t f = 0; f < net->feature_count; f++)
        for (size_t i = 0; i < all->count; i++) {
            uint64_t image = all->features[i][f];
            zobrist.keys[f * all->count + i] = position_hash(&image, 1);
        }
    return zobrist;
}

void zobrist_update(const Zobrist *zobrist, const uint64_t *before,
                    const uint64_t *after, size_t word_count,
                    PositionHash *hashes)
{
    size_t count = zobrist->symmetries->count;
    for (size_t w = 0; w < word_count; w++)
        for (uint64_t rest = before[w] ^ after[w]; rest; rest &= rest - 1) {
            size_t feature = w * 64 + (size_t)__builtin_ctzll(rest);
            const PositionHash *keys = zobrist->keys + feature * count;
            for (size_t i = 0; i < count; i++) {
                hashes[i].bucket ^= keys[i].bucket;
                hashes[i].check ^= keys[i].check;
            }
        }
}

uint32_t zobrist_least(const Zobrist *zobrist, const PositionHash *hashes)
{
    uint32_t least = 0;
    for (uint32_t i = 1; i < zobrist->symmetries->count; i++)
        if (hashes[i].bucket < hashes[least].bucket)
            least = i;
    return least;
}

static uint32_t map_move(uint32_t *const *maps, const Zobrist *zobrist,
                         uint32_t symmetry, size_t role, uint32_t move)
{
    uint32_t first = zobrist->symmetries->first_move[role];
    return move == NO_MOVE ? move : maps[symmetry][first + move] - first;
}

uint32_t zobrist_image(const Zobrist *zobrist, uint32_t symmetry, size_t role,
                       uint32_t move)
{
    return map_move(zobrist->symmetries->moves, zobrist, symmetry, role, move);
}

uint32_t zobrist_original(const Zobrist *zobrist, uint32_t symmetry,
                          size_t role, uint32_t image)
{
    return map_move(zobrist->inverse, zobrist, symmetry, role, image);
}
