/* propagate.h - the inner loops of propagation, for one size of network
 *
 * Included by counters.c for each size, with NAME(function), ID (the type of
 * ids of readers), TARGETS (where Wiring has them) and HAS_SUMMARY (of the
 * queue) defined.
 */

/* READER has one false input fewer if IS_LESS, else one more. Whether that
 * changes its value cannot be predicted, so that a branch on it costs more than
 * it saves. */
ALWAYS_INLINE void NAME(tell)(Counters *counters, uint32_t reader, bool is_less)
{
    unsigned count = counters->counts[reader];
    uint64_t changes = count == is_less;
    counters->counts[reader] = (uint8_t)(count + 1 - 2 * (unsigned)is_less);
    counters->queue[reader / 64] ^= changes << reader % 64;
    if (HAS_SUMMARY)
        counters->queue_summary[reader / 4096] |= changes << reader / 64 % 64;
}

/* The same for those of the 16 ids of CHUNK that MASK has. */
ALWAYS_INLINE void NAME(tell_chunk)(Counters *counters, uint32_t chunk,
                                    uint32_t mask, bool is_less)
{
    uint64_t changes =
        count_chunk(counters->counts + chunk * CHUNK_IDS, mask, is_less);
    counters->queue[chunk / 4] ^= changes << chunk % 4 * CHUNK_IDS;
    if (HAS_SUMMARY)
        counters->queue_summary[chunk / 256] |= (uint64_t)(changes != 0)
                                                << chunk / 4 % 64;
}

/* Tells the readers of ID and components that it has become VALUE. */
ALWAYS_INLINE void NAME(propagate)(Counters *counters, uint32_t id, bool value)
{
    const Wiring *wiring = counters->wiring;
    const ID *at = wiring->TARGETS + wiring->first_target[id];
    uint32_t plain_count = at[0], count = at[1] / 2;
    bool has_chunks = at[1] & 1;
    at += 2;
    for (uint32_t i = 0; i < count; i++)
        NAME(tell)(counters, at[i], (i < plain_count) == value);
    at += count;
    if (has_chunks) {
        plain_count = at[0], count = at[1];
        at += 2;
        for (uint32_t i = 0; i < count; i++, at += 2)
            NAME(tell_chunk)
        (counters, at[0], at[1], (i < plain_count) == value);
    }
    if (wiring->net->component_count)
        mark_dirty(counters, id);
}

static void NAME(set)(Counters *counters, uint32_t id, bool value)
{
    counters->counts[id] = !value;
    NAME(propagate)(counters, id, value);
}

/* Lowest id first, so that a node is handled once, when all its inputs have
 * their final values. */
ALWAYS_INLINE void NAME(empty_queue)(Counters *counters)
{
    const size_t word_count = counters->wiring->queue_words;
    uint64_t *queue = counters->queue, *summary = counters->queue_summary;
    if (!HAS_SUMMARY) {
        for (size_t word = 0; word < word_count; word++)
            while (queue[word]) {
                uint64_t waiting = queue[word];
                uint32_t id =
                    (uint32_t)word * 64 + (uint32_t)__builtin_ctzll(waiting);
                queue[word] = waiting & (waiting - 1);
                NAME(propagate)(counters, id, counters->counts[id] == 0);
            }
        return;
    }
    for (size_t i = 0; i * 64 < word_count; i++)
        while (summary[i]) {
            size_t word = i * 64 + (size_t)__builtin_ctzll(summary[i]);
            while (word < word_count && queue[word]) {
                uint64_t waiting = queue[word];
                uint32_t id =
                    (uint32_t)word * 64 + (uint32_t)__builtin_ctzll(waiting);
                queue[word] = waiting & (waiting - 1);
                NAME(propagate)(counters, id, counters->counts[id] == 0);
            }
            summary[i] &= summary[i] - 1;
        }
}

static void NAME(set_features)(Counters *counters, uint64_t *state,
                               const uint64_t *next, size_t word_count)
{
    uint32_t first = counters->wiring->first_feature;
    for (size_t i = 0; i < word_count; i++) {
        uint64_t changed = next[i] ^ state[i];
        state[i] = next[i];
        for (; changed; changed &= changed - 1) {
            uint32_t bit = (uint32_t)__builtin_ctzll(changed);
            NAME(set)
            (counters, first + (uint32_t)(i * 64) + bit, state[i] >> bit & 1);
        }
    }
    NAME(empty_queue)(counters);
    if (counters->has_dirty)
        compute_components(counters);
}

#undef NAME
#undef ID
#undef TARGETS
#undef HAS_SUMMARY
