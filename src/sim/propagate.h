/* propagate.h - the inner loops of propagation, for one size of network
 *
 * Included by counters.c for each size, with NAME(function), ID (the type of
 * ids of readers), TARGETS (where Wiring has them) and HAS_SUMMARY (of the
 * queue) defined. A View is passed by value, so that its pointers stay in
 * registers: a count that is stored could be part of any structure in memory.
 */

typedef struct {
    uint8_t *counts;
    uint64_t *queue, *summary;
    const uint32_t *first_target;
    const ID *targets;
    Counters *watched; /* NULL if there are no components */
} NAME(View);

static NAME(View) NAME(view_of)(Counters *counters)
{
    const Wiring *wiring = counters->wiring;
    return (NAME(View)){counters->counts,
                        counters->queue,
                        counters->queue_summary,
                        wiring->first_target,
                        wiring->TARGETS,
                        wiring->net->component_count ? counters : NULL};
}

/* READER has one false input fewer if IS_LESS, else one more. Whether that
 * changes its value cannot be predicted, so that a branch on it costs more than
 * it saves. */
ALWAYS_INLINE void NAME(tell)(NAME(View) view, uint32_t reader, bool is_less)
{
    unsigned count = view.counts[reader];
    uint64_t changes = count == is_less;
    view.counts[reader] = (uint8_t)(count + 1 - 2 * (unsigned)is_less);
    view.queue[reader / 64] ^= changes << reader % 64;
    if (HAS_SUMMARY)
        view.summary[reader / 4096] |= changes << reader / 64 % 64;
}

/* The same for those of the 16 ids of CHUNK that MASK has. */
ALWAYS_INLINE void NAME(tell_chunk)(NAME(View) view, uint32_t chunk,
                                    uint32_t mask, bool is_less)
{
    uint64_t changes =
        count_chunk(view.counts + chunk * CHUNK_IDS, mask, is_less);
    view.queue[chunk / 4] ^= changes << chunk % 4 * CHUNK_IDS;
    if (HAS_SUMMARY)
        view.summary[chunk / 256] |= (uint64_t)(changes != 0) << chunk / 4 % 64;
}

/* Tells the readers of ID and components that it has become VALUE. */
ALWAYS_INLINE void NAME(propagate)(NAME(View) view, uint32_t id, bool value)
{
    const ID *at = view.targets + view.first_target[id];
    uint32_t plain_count = at[0], count = at[1] / 2;
    bool has_chunks = at[1] & 1;
    at += 2;
    for (uint32_t i = 0; i < count; i++)
        NAME(tell)(view, at[i], (i < plain_count) == value);
    at += count;
    if (has_chunks) {
        plain_count = at[0], count = at[1];
        at += 2;
        for (uint32_t i = 0; i < count; i++, at += 2)
            NAME(tell_chunk)(view, at[0], at[1], (i < plain_count) == value);
    }
    if (view.watched)
        mark_dirty(view.watched, id);
}

static void NAME(set)(Counters *counters, uint32_t id, bool value)
{
    counters->counts[id] = !value;
    NAME(propagate)(NAME(view_of)(counters), id, value);
}

ALWAYS_INLINE void NAME(empty_word)(NAME(View) view, size_t word)
{
    while (view.queue[word]) {
        uint64_t waiting = view.queue[word];
        uint32_t id = (uint32_t)word * 64 + (uint32_t)__builtin_ctzll(waiting);
        view.queue[word] = waiting & (waiting - 1);
        NAME(propagate)(view, id, view.counts[id] == 0);
    }
}

/* Lowest id first, so that a node is handled once, when all its inputs have
 * their final values. */
static void NAME(empty_queue)(Counters *counters)
{
    const size_t word_count = counters->wiring->queue_words;
    const NAME(View) view = NAME(view_of)(counters);
    for (size_t word = 0; !HAS_SUMMARY && word < word_count; word++)
        NAME(empty_word)(view, word);
    for (size_t i = 0; HAS_SUMMARY && i * 64 < word_count; i++)
        while (view.summary[i]) {
            size_t word = i * 64 + (size_t)__builtin_ctzll(view.summary[i]);
            if (word < word_count) /* beyond it are output bits */
                NAME(empty_word)(view, word);
            view.summary[i] &= view.summary[i] - 1;
        }
}

static void NAME(set_features)(Counters *counters, uint64_t *state,
                               const uint64_t *next, size_t word_count)
{
    const NAME(View) view = NAME(view_of)(counters);
    const uint64_t *is_needed = counters->wiring->needed_features;
    const uint32_t first = counters->wiring->first_feature;
    for (size_t i = 0; i < word_count; i++) {
        uint64_t now = next[i], changed = (now ^ state[i]) & is_needed[i];
        state[i] = now;
        for (; changed; changed &= changed - 1) {
            uint32_t bit = (uint32_t)__builtin_ctzll(changed);
            uint32_t id = first + (uint32_t)(i * 64) + bit;
            bool value = now >> bit & 1;
            view.counts[id] = !value;
            NAME(propagate)(view, id, value);
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
