/* factoring.c - parts of a puzzle that have nothing to do with each other
 *
 * In:   a Net of one role
 * Out:  its parts, with what each of them looks at and how it goes on
 * Next: solve/factored_search.c solves them apart and puts plans together
 *
 * First the clock is found, then everything that hangs together is joined, and
 * what is left apart is a part. Start reading at parts_new(), at the end.
 */
#include "solve/factoring.h"

#include "base/sort.h"
#include "solve/autonomous.h"

#include <string.h>

enum { NOBODY = 0, MIXED = UINT16_MAX, MAX_WORK = 50000000 };

typedef struct {
    Arena *scratch;
    const Net *net;
    bool *is_clock;    /* by feature */
    bool *is_empty;    /* by node: no feature below, but for the clock */
    uint32_t *leader;  /* by node: towards the one that stands for a part */
    bool *is_joined;   /* by node: its inputs are of its part */
    uint16_t *owner;   /* by node: number of its part plus one */
    bool *sees_clock;  /* by node, if there is only one part */
    uint32_t *feature; /* by feature: its node, or 0 if nobody looks at it */
    VEC(Lit) leaves;   /* what moves need to be legal, move by move */
    uint32_t *first_leaf;
    size_t work;
} Finding;

static const Lit *inputs_of(const Net *net, const Node *node)
{
    return net->inputs + node->first;
}

/* Marks the nodes below which there is no feature but the clock's: sets of
 * moves are among them, as they belong to nobody. */
static void find_empty(Finding *finding)
{
    const Net *net = finding->net;
    for (uint32_t i = 0; i < net->node_count; i++) {
        const Node *node = &net->nodes[i];
        bool empty = true;
        if (node->kind == NODE_FEATURE)
            empty = finding->is_clock[node->first];
        for (uint32_t k = 0; node->kind == NODE_AND && k < node->count; k++)
            empty &= finding->is_empty[lit_node(inputs_of(net, node)[k])];
        finding->is_empty[i] = empty;
    }
    finding->work += net->input_count + net->node_count;
}

/* ---- what hangs together ---- */

static uint32_t leader_of(Finding *finding, uint32_t node)
{
    uint32_t *leader = finding->leader;
    while (leader[node] != node)
        node = leader[node] = leader[leader[node]];
    return node;
}

static void join(Finding *finding, uint32_t one, uint32_t other)
{
    uint32_t a = leader_of(finding, one), b = leader_of(finding, other);
    if (a < b)
        finding->leader[b] = a;
    else
        finding->leader[a] = b;
}

/* All features below NODE are of one part. */
static void join_below(Finding *finding, uint32_t node)
{
    const Net *net = finding->net;
    VEC(uint32_t) open = {0};
    vec_push(&open, node);
    while (open.count) {
        uint32_t one = vec_pop(&open);
        const Node *here = &net->nodes[one];
        if (finding->is_joined[one] || here->kind != NODE_AND)
            continue;
        finding->is_joined[one] = true;
        for (uint32_t i = 0; i < here->count; i++) {
            uint32_t below = lit_node(inputs_of(net, here)[i]);
            if (finding->is_empty[below])
                continue;
            join(finding, one, below);
            vec_push(&open, below);
        }
    }
    vec_free(&open);
}

static void join_features(Finding *finding)
{
    const Net *net = finding->net;
    for (uint32_t i = 0; i < net->feature_count; i++) {
        uint32_t next = lit_node(net->next[i]);
        if (!finding->feature[i] || finding->is_empty[next])
            continue;
        join(finding, finding->feature[i], next);
        join_below(finding, next);
    }
}

/* The literals that must all hold for MOVE to be legal. */
static void find_leaves(Finding *finding, uint32_t move)
{
    const Net *net = finding->net;
    VEC(Lit) open = {0};
    vec_push(&open, net->roles[0].legal[move]);
    while (open.count && finding->work < MAX_WORK) {
        Lit lit = vec_pop(&open);
        const Node *node = &net->nodes[lit_node(lit)];
        finding->work++;
        if (lit == LIT_TRUE)
            continue;
        if ((lit & 1) || node->kind != NODE_AND) {
            vec_push(&finding->leaves, lit);
            continue;
        }
        for (uint32_t i = 0; i < node->count; i++)
            vec_push(&open, inputs_of(net, node)[i]);
    }
    vec_free(&open);
}

static void join_legal(Finding *finding)
{
    size_t moves = finding->net->roles[0].move_count;
    for (uint32_t i = 0; i < moves; i++) {
        finding->first_leaf[i] = (uint32_t)finding->leaves.count;
        find_leaves(finding, i);
    }
    finding->first_leaf[moves] = (uint32_t)finding->leaves.count;
    for (size_t i = 0; i < finding->leaves.count; i++)
        join_below(finding, lit_node(finding->leaves.items[i]));
}

/* ---- who owns what ---- */

/* Numbers the parts that somebody looks at: those whose leader is WANTED. */
static size_t number_parts(Finding *finding, const bool *wanted)
{
    const Net *net = finding->net;
    uint16_t *number =
        arena_array(finding->scratch, uint16_t, net->node_count + 1);
    size_t count = 0;
    for (uint32_t i = 0; i < net->feature_count; i++) {
        uint32_t node = finding->feature[i];
        if (!node || finding->is_clock[i])
            continue;
        uint32_t leader = leader_of(finding, node);
        if (wanted && !wanted[leader])
            continue;
        if (!number[leader] && count < MIXED - 1)
            number[leader] = (uint16_t)++count;
        finding->owner[node] = number[leader];
    }
    return count;
}

/* Whose features are below each node. */
static void find_owners(Finding *finding)
{
    const Net *net = finding->net;
    for (uint32_t i = 0; i < net->node_count; i++) {
        const Node *node = &net->nodes[i];
        if (node->kind != NODE_AND)
            continue;
        finding->owner[i] = NOBODY;
        for (uint32_t k = 0; k < node->count; k++) {
            uint16_t below = finding->owner[lit_node(inputs_of(net, node)[k])];
            if (finding->owner[i] == NOBODY)
                finding->owner[i] = below;
            else if (below != NOBODY && below != finding->owner[i])
                finding->owner[i] = MIXED;
        }
    }
}

/* Marks what is below the literals in OPEN, which is emptied; not what is below
 * a node of one owner if SHALLOW. */
typedef VEC(uint32_t) Nodes;

static void mark_below(const Finding *finding, Nodes *open, bool *mark,
                       bool shallow)
{
    const Net *net = finding->net;
    while (open->count) {
        uint32_t one = vec_pop(open);
        const Node *node = &net->nodes[one];
        uint16_t owner = finding->owner[one];
        if (mark[one])
            continue;
        mark[one] = true;
        if (node->kind != NODE_AND ||
            (shallow && owner != NOBODY && owner != MIXED &&
             !finding->sees_clock[one]))
            continue;
        for (uint32_t k = 0; k < node->count; k++)
            vec_push(open, lit_node(inputs_of(net, node)[k]));
    }
}

static uint32_t *marked(const Net *net, Arena *arena, const bool *mark,
                        size_t *count)
{
    Nodes nodes = {0};
    for (uint32_t i = 0; i < net->node_count; i++)
        if (mark[i])
            vec_push(&nodes, i);
    *count = nodes.count;
    return vec_finish(&nodes, arena);
}

static void find_upper(Parts *parts, const Finding *finding)
{
    const Net *net = finding->net;
    const Role *role = &net->roles[0];
    bool *mark = arena_array(finding->scratch, bool, net->node_count);
    Nodes open = {0};
    vec_push(&open, lit_node(net->terminal));
    for (size_t i = 0; i < role->goal_count; i++)
        vec_push(&open, lit_node(role->goals[i].lit));
    mark_below(finding, &open, mark, true);
    vec_free(&open);
    parts->upper = marked(net, parts->arena, mark, &parts->upper_count);
    for (size_t i = 0; i < parts->upper_count; i++)
        parts->upper_timed |=
            net->nodes[parts->upper[i]].kind == NODE_FEATURE &&
            finding->owner[parts->upper[i]] == NOBODY;
}

/* ---- classes of moves ---- */

typedef struct {
    uint32_t *class_of, *sizes, *hits, *split;
    size_t count;
} Classes;

/* Tells the moves in the set apart from the others. */
static void refine(Classes *classes, const uint32_t *moves, size_t count)
{
    for (size_t i = 0; i < count; i++)
        classes->hits[classes->class_of[moves[i]]]++;
    for (size_t i = 0; i < count; i++) {
        uint32_t old = classes->class_of[moves[i]];
        if (classes->hits[old] && classes->hits[old] < classes->sizes[old]) {
            classes->split[old] = (uint32_t)classes->count;
            classes->sizes[classes->count] = 0;
            classes->split[classes->count] = NO_INDEX;
            classes->count++;
        }
        classes->hits[old] = 0;
        if (classes->split[old] == NO_INDEX)
            continue;
        classes->class_of[moves[i]] = classes->split[old];
        classes->sizes[classes->split[old]]++;
    }
    for (size_t i = 0; i < classes->count; i++)
        if (classes->split[i] != NO_INDEX) {
            classes->sizes[i] -= classes->sizes[classes->split[i]];
            classes->split[i] = NO_INDEX;
        }
}

/* Whether PART has to do with LIT: it is its own, or the clock's. */
static bool concerns(const Finding *finding, uint16_t number, Lit lit)
{
    uint16_t owner = finding->owner[lit_node(lit)];
    return owner == number || owner == NOBODY;
}

typedef struct {
    Lit leaf;
    uint32_t move;
} Leaf;

static int by_leaf(const void *left, const void *right)
{
    const Leaf *a = left, *b = right;
    return a->leaf != b->leaf ? (a->leaf < b->leaf ? -1 : 1)
                              : (a->move > b->move) - (a->move < b->move);
}

/* Moves of one class need the same to be legal. */
static void refine_by_leaves(Finding *finding, Classes *classes,
                             uint16_t number)
{
    size_t moves = finding->net->roles[0].move_count;
    VEC(Leaf) leaves = {0};
    for (uint32_t i = 0; i < moves; i++)
        for (uint32_t k = finding->first_leaf[i];
             k < finding->first_leaf[i + 1]; k++) {
            Leaf leaf = {finding->leaves.items[k], i};
            if (concerns(finding, number, leaf.leaf))
                vec_push(&leaves, leaf);
        }
    sort_items(leaves.items, leaves.count, sizeof *leaves.items, by_leaf);
    Nodes set = {0};
    for (size_t i = 0, end; i < leaves.count; i = end) {
        vec_clear(&set);
        for (end = i; end < leaves.count &&
                      leaves.items[end].leaf == leaves.items[i].leaf;
             end++)
            if (!set.count || vec_last(&set) != leaves.items[end].move)
                vec_push(&set, leaves.items[end].move);
        refine(classes, set.items, set.count);
    }
    vec_free(&set);
    vec_free(&leaves);
}

static void find_classes(Parts *parts, Part *part, Finding *finding,
                         uint16_t number)
{
    const Net *net = finding->net;
    size_t moves = net->roles[0].move_count;
    Classes classes = {arena_array(parts->arena, uint32_t, moves),
                       arena_array(finding->scratch, uint32_t, moves + 1),
                       arena_array(finding->scratch, uint32_t, moves + 1),
                       arena_array(finding->scratch, uint32_t, moves + 1), 1};
    classes.sizes[0] = (uint32_t)moves;
    classes.split[0] = NO_INDEX;
    for (size_t i = 0; i < part->node_count && number != NOBODY; i++) {
        const Node *node = &net->nodes[part->nodes[i]];
        if (node->kind != NODE_MOVES)
            continue;
        refine(&classes, net->sets[node->first].moves,
               net->sets[node->first].count);
        finding->work += net->sets[node->first].count + classes.count;
    }
    if (number != NOBODY)
        refine_by_leaves(finding, &classes, number);
    part->class_of = classes.class_of;
    part->class_count = classes.count;
    part->example = arena_array(parts->arena, uint32_t, classes.count);
    for (uint32_t i = (uint32_t)moves; i-- > 0;)
        part->example[classes.class_of[i]] = i;
}

static void find_needs_of_classes(Parts *parts, Part *part,
                                  const Finding *finding, uint16_t number)
{
    VEC(Lit) needs = {0};
    part->first_need =
        arena_array(parts->arena, uint32_t, part->class_count + 1);
    for (size_t i = 0; i < part->class_count; i++) {
        uint32_t move = part->example[i];
        part->first_need[i] = (uint32_t)needs.count;
        for (uint32_t k = finding->first_leaf[move];
             k < finding->first_leaf[move + 1]; k++)
            if (concerns(finding, number, finding->leaves.items[k]))
                vec_push(&needs, finding->leaves.items[k]);
    }
    part->first_need[part->class_count] = (uint32_t)needs.count;
    part->needs = vec_finish(&needs, parts->arena);
}

static void find_masks(Parts *parts, Part *part)
{
    const Net *net = parts->net;
    size_t moves = net->roles[0].move_count;
    uint64_t *set = fatal_malloc((moves / 64 + 1) * sizeof *set);
    part->chunks = (part->class_count + 63) / 64;
    part->masks =
        arena_array(parts->arena, uint64_t, part->node_count * part->chunks);
    for (size_t i = 0; i < part->node_count; i++) {
        const Node *node = &net->nodes[part->nodes[i]];
        if (node->kind != NODE_MOVES)
            continue;
        const MoveSet *here = &net->sets[node->first];
        memset(set, 0, (moves / 64 + 1) * sizeof *set);
        for (size_t k = 0; k < here->count; k++)
            set[here->moves[k] / 64] |= (uint64_t)1 << here->moves[k] % 64;
        for (size_t k = 0; k < part->class_count; k++)
            if (set[part->example[k] / 64] >> part->example[k] % 64 & 1)
                part->masks[i * part->chunks + k / 64] |= (uint64_t)1 << k % 64;
    }
    free(set);
}

/* ---- a class that leaves the part as it is ---- */

/* Whether NEXT is just FEATURE again when moves are of CLASS: the network is
 * folded, with constants for the sets. */
static bool keeps(const Parts *parts, const Part *part, uint32_t class,
                  Lit *folded)
{
    const Net *net = parts->net;
    for (size_t i = 0; i < part->node_count; i++) {
        uint32_t number = part->nodes[i];
        const Node *node = &net->nodes[number];
        Lit lit = 2 * number;
        if (node->kind == NODE_TRUE)
            lit = LIT_TRUE;
        if (node->kind == NODE_MOVES)
            lit = part->masks[i * part->chunks + class / 64] >> class % 64 & 1
                      ? LIT_TRUE
                      : LIT_FALSE;
        uint32_t left = 0;
        Lit last = LIT_TRUE;
        for (uint32_t k = 0; node->kind == NODE_AND && k < node->count; k++) {
            Lit input = inputs_of(net, node)[k];
            Lit now = folded[lit_node(input)] ^ (input & 1);
            if (now == LIT_FALSE) {
                left = 1;
                last = LIT_FALSE;
                break;
            }
            if (now != LIT_TRUE && now != last) {
                left++;
                last = now;
            }
        }
        if (node->kind == NODE_AND && left < 2)
            lit = last;
        folded[number] = lit;
    }
    for (size_t i = 0; i < part->feature_count; i++) {
        Lit next = net->next[part->features[i]];
        Lit now = folded[lit_node(next)] ^ (next & 1);
        const Node *node = &net->nodes[lit_node(now)];
        if (node->kind != NODE_FEATURE || (now & 1) ||
            node->first != part->features[i])
            return false;
    }
    return true;
}

static void find_idle(Parts *parts, Part *part, Arena *scratch)
{
    Lit *folded = arena_array(scratch, Lit, parts->net->node_count);
    part->idle = NO_INDEX;
    for (uint32_t i = 0; i < part->class_count && part->idle == NO_INDEX; i++)
        if (part->first_need[i] == part->first_need[i + 1] &&
            keeps(parts, part, i, folded))
            part->idle = i;
}

/* ---- parts ---- */

/* Part NUMBER, or the clock if that is NOBODY. */
static void make_part(Parts *parts, Part *part, Finding *finding,
                      uint16_t number)
{
    const Net *net = finding->net;
    Nodes features = {0}, open = {0}, sights = {0};
    bool *mark = arena_array(finding->scratch, bool, net->node_count);
    for (uint32_t i = 0; i < net->feature_count; i++) {
        uint32_t node = finding->feature[i];
        if (number == NOBODY ? !finding->is_clock[i]
                             : !node || finding->owner[node] != number)
            continue;
        vec_push(&features, i);
        vec_push(&open, lit_node(net->next[i]));
    }
    for (size_t i = 0; i < parts->upper_count && number != NOBODY; i++)
        if (finding->owner[parts->upper[i]] == number &&
            !finding->sees_clock[parts->upper[i]]) {
            vec_push(&sights, parts->upper[i]);
            vec_push(&open, parts->upper[i]);
        }
    for (size_t i = 0; i < finding->leaves.count && number != NOBODY; i++)
        if (concerns(finding, number, finding->leaves.items[i]))
            vec_push(&open, lit_node(finding->leaves.items[i]));
    mark_below(finding, &open, mark, false);
    vec_free(&open);
    part->nodes = marked(net, parts->arena, mark, &part->node_count);
    for (size_t i = 0; i < part->node_count; i++)
        part->timed |= net->nodes[part->nodes[i]].kind == NODE_FEATURE &&
                       finding->owner[part->nodes[i]] == NOBODY;
    part->feature_count = features.count;
    part->features = vec_finish(&features, parts->arena);
    part->sight_count = sights.count;
    part->sights = vec_finish(&sights, parts->arena);
    find_classes(parts, part, finding, number);
    find_masks(parts, part);
    if (number != NOBODY) {
        find_needs_of_classes(parts, part, finding, number);
        find_idle(parts, part, finding->scratch);
    }
    part_wire(parts->arena, net, part);
}

/* Leaders of parts that goals, terminal or legal moves look at. */
static bool *find_wanted(Finding *finding)
{
    const Net *net = finding->net;
    const Role *role = &net->roles[0];
    bool *wanted = arena_array(finding->scratch, bool, net->node_count);
    bool *mark = arena_array(finding->scratch, bool, net->node_count);
    Nodes open = {0};
    vec_push(&open, lit_node(net->terminal));
    for (size_t i = 0; i < role->goal_count; i++)
        vec_push(&open, lit_node(role->goals[i].lit));
    for (size_t i = 0; i < finding->leaves.count; i++)
        vec_push(&open, lit_node(finding->leaves.items[i]));
    mark_below(finding, &open, mark, false);
    vec_free(&open);
    for (uint32_t i = 0; i < net->node_count; i++)
        if (mark[i] && net->nodes[i].kind == NODE_FEATURE)
            wanted[leader_of(finding, i)] = true;
    return wanted;
}

static Finding begin_finding(const Net *net)
{
    Arena *scratch = arena_new();
    size_t nodes = net->node_count + 1, features = net->feature_count + 1;
    Finding finding = {.scratch = scratch, .net = net};
    finding.is_empty = arena_array(scratch, bool, nodes);
    finding.leader = arena_array(scratch, uint32_t, nodes);
    finding.is_joined = arena_array(scratch, bool, nodes);
    finding.owner = arena_array(scratch, uint16_t, nodes);
    finding.sees_clock = arena_array(scratch, bool, nodes);
    finding.feature = arena_array(scratch, uint32_t, features);
    finding.first_leaf =
        arena_array(scratch, uint32_t, net->roles[0].move_count + 1);
    for (uint32_t i = 0; i < nodes; i++)
        finding.leader[i] = i;
    for (uint32_t i = 0; i < net->node_count; i++)
        if (net->nodes[i].kind == NODE_FEATURE)
            finding.feature[net->nodes[i].first] = i;
    return finding;
}

/* One part is looked at apart from the clock: what is over both is not of the
 * part. */
static void find_sees_clock(Finding *finding)
{
    const Net *net = finding->net;
    for (uint32_t i = 0; i < net->node_count; i++) {
        const Node *node = &net->nodes[i];
        if (node->kind == NODE_FEATURE)
            finding->sees_clock[i] = finding->is_clock[node->first];
        for (uint32_t k = 0; node->kind == NODE_AND && k < node->count; k++)
            finding->sees_clock[i] |=
                finding->sees_clock[lit_node(inputs_of(net, node)[k])];
    }
}

static Parts *make_parts(Finding *finding, size_t count)
{
    const Net *net = finding->net;
    Arena *arena = arena_new();
    Parts *parts = arena_alloc(arena, sizeof *parts);
    *parts = (Parts){.arena = arena, .net = net, .count = count};
    find_owners(finding);
    if (count == 1)
        find_sees_clock(finding);
    find_upper(parts, finding);
    parts->parts = arena_array(arena, Part, count);
    parts->now = arena_array(arena, bool, net->feature_count + 1);
    parts->known = arena_array(arena, unsigned char, net->node_count + 1);
    make_part(parts, &parts->clock, finding, NOBODY);
    bool fits = true;
    for (size_t i = 0; i < count && fits; i++) {
        make_part(parts, &parts->parts[i], finding, (uint16_t)(i + 1));
        fits = parts->parts[i].sight_count <= MAX_SIGHTS &&
               finding->work < MAX_WORK;
    }
    if (fits && (count > 1 || !parts->parts[0].timed))
        return parts;
    parts_free(parts);
    return NULL;
}

/* Whether goals look at the clock: one part is then worth being looked at apart
 * from it. */
static bool has_clock(const Finding *finding)
{
    for (size_t i = 0; i < finding->net->feature_count; i++)
        if (finding->is_clock[i])
            return !clock_only_ends(finding->net, finding->is_clock);
    return false;
}

Parts *parts_new(const Net *net)
{
    if (net->loop_count || net->role_count != 1)
        return NULL;
    Finding finding = begin_finding(net);
    Parts *parts = NULL;
    finding.is_clock =
        clock_features(finding.scratch, net, &finding.work, MAX_WORK);
    if (finding.is_clock) {
        find_empty(&finding);
        join_features(&finding);
        join_legal(&finding);
        size_t count = number_parts(&finding, find_wanted(&finding));
        if ((count >= 2 || (count == 1 && has_clock(&finding))) &&
            count <= MAX_PARTS && finding.work < MAX_WORK)
            parts = make_parts(&finding, count);
    }
    vec_free(&finding.leaves);
    arena_free(finding.scratch);
    return parts;
}

void parts_free(Parts *parts)
{
    if (parts)
        arena_free(parts->arena);
}

/* ---- what they come to together ---- */

static Judgement judge_not(Judgement judgement)
{
    return judgement == MAY_BE ? MAY_BE : judgement == SURELY ? NO_WAY : SURELY;
}

Judgement parts_judge(const Parts *parts, Lit lit)
{
    Judgement judgement = parts->known[lit_node(lit)];
    return lit & 1 ? judge_not(judgement) : judgement;
}

static Judgement judge_and(const Parts *parts, const Node *node)
{
    Judgement judgement = SURELY;
    for (uint32_t k = 0; k < node->count && judgement != NO_WAY; k++) {
        Judgement below = parts_judge(parts, inputs_of(parts->net, node)[k]);
        if (below != SURELY)
            judgement = below;
    }
    return judgement;
}

void parts_see(Parts *parts, const uint64_t *views, uint32_t seen, bool timed)
{
    enum { SIGHT = 4 }; /* a mark: the value is that of a part */
    for (size_t i = 0; i < parts->count; i++)
        for (size_t k = 0; k < parts->parts[i].sight_count; k++)
            parts->known[parts->parts[i].sights[k]] =
                SIGHT | (!(seen >> i & 1)    ? MAY_BE
                         : views[i] >> k & 1 ? SURELY
                                             : NO_WAY);
    for (size_t i = 0; i < parts->upper_count; i++) {
        uint32_t number = parts->upper[i];
        const Node *node = &parts->net->nodes[number];
        unsigned char *known = &parts->known[number];
        if (*known & SIGHT)
            *known &= (unsigned char)~SIGHT;
        else if (node->kind == NODE_TRUE)
            *known = SURELY;
        else if (node->kind == NODE_FEATURE)
            *known = !timed                    ? MAY_BE
                     : parts->now[node->first] ? SURELY
                                               : NO_WAY;
        else
            *known = (unsigned char)judge_and(parts, node);
    }
}

uint32_t parts_move(const Parts *parts, const uint32_t *classes)
{
    size_t moves = parts->net->roles[0].move_count;
    for (uint32_t move = 0; move < moves; move++) {
        bool fits = true;
        for (size_t i = 0; i < parts->count && fits; i++)
            fits = parts->parts[i].class_of[move] == classes[i];
        if (fits)
            return move;
    }
    return NO_INDEX;
}
