/* value_save.c - certificates of strategies
 *
 * In:   what each role can secure, with strategies
 * Out:  a directory that `zermelo recheck` checks
 *
 * Start reading at value_save(), at the end.
 */
#include "api/value_answer.h"

#include "base/memory.h"
#include "lang/print.h"
#include "prove/evidence.h"

#include <string.h>

/* The moves of a role, one a line. */
static json_t *write_moves(Certificate *certificate, const Role *role,
                           const char *file_name)
{
    Text text = {0};
    for (size_t i = 0; i < role->move_count; i++) {
        term_print(&text, role->moves[i], SYNTAX_INFIX);
        text_addc(&text, '\n');
    }
    json_t *file = certificate_file(certificate, file_name, text_string(&text),
                                    text.length);
    text_free(&text);
    return file;
}

/* The numbers of the moves that the strategy of ROLE makes. */
static uint32_t *moves_made(const ValueAnswer *answer, size_t role)
{
    const PositionGraph *graph = answer->value.roles[role].strategy;
    Cursor *cursor = engine_cursor(answer->engine);
    uint32_t *moves = memory_zeroed(graph->nodes.count, sizeof *moves);
    for (size_t i = 0; i < graph->nodes.count; i++) {
        engine_set(answer->engine, graph->positions.strings.items[i]);
        if (graph->nodes.items[i].count)
            moves[i] = cursor_legal_move(cursor, role, graph->chosen.items[i]);
    }
    return moves;
}

/* Writes the strategy of ROLE; the number of the evidence. */
static size_t write_strategy(const ValueAnswer *answer, size_t role,
                             Certificate *certificate)
{
    const PositionGraph *graph = answer->value.roles[role].strategy;
    const Net *net = answer->net->net;
    size_t count = graph->nodes.count,
           words = machine_words(answer->net->machine);
    uint64_t *states = memory_array(count * words + 1, sizeof *states);
    uint32_t *order = memory_array(count, sizeof *order),
             *ranks = memory_array(count, sizeof *ranks),
             *moves = moves_made(answer, role);
    position_graph_order(graph, order);
    position_graph_ranks(graph, order, ranks);
    for (size_t i = 0; i < count; i++)
        memcpy(states + i * words, graph->positions.strings.items[i].bytes,
               words * sizeof *states);
    json_t *move_file =
        write_moves(certificate, &net->roles[role],
                    arena_printf(answer->arena, "role%zu.moves", role + 1));
    size_t number = evidence_positions(
        certificate,
        &(PositionList){.net = net,
                        .file_name = arena_printf(
                            answer->arena, "role%zu.positions", role + 1),
                        .states = states,
                        .count = count,
                        .ranks = ranks,
                        .rank_kind = "left",
                        .moves = moves,
                        .role = answer->role_names[role],
                        .move_file = move_file});
    json_decref(move_file);
    free_all(states, order, ranks, moves);
    return number;
}

static void claim_value(const ValueAnswer *answer, size_t role,
                        Certificate *certificate)
{
    const RoleValue *value = &answer->value.roles[role];
    CertificateClaim claim = {
        .property = "secures",
        .verdict = "proved",
        .role = answer->role_names[role],
        .value = value->least.floor,
        .bound = -1,
        .within = -1,
        .at = -1,
        .reason = "there is no strategy without chance or mixing, of a million "
                  "positions or fewer"};
    json_t *numbers = NULL;
    if (value->least.floor == NO_END)
        return;
    if (value->strategy && answer->net)
        numbers = json_pack(
            "[I]", (json_int_t)write_strategy(answer, role, certificate));
    claim.evidence = numbers;
    if (numbers)
        claim.reason = NULL;
    certificate_claim(certificate, &claim);
    json_decref(numbers);
}

static void write_values(void *context, Certificate *certificate)
{
    const ValueAnswer *answer = context;
    ProofRecord of_net = {.net = answer->net ? answer->net->net : NULL};
    evidence_write(&of_net, certificate);
    for (size_t i = 0; i < interp_role_count(answer->interp); i++)
        if (!interp_is_random(answer->interp, i) &&
            (answer->role == NO_INDEX || answer->role == i))
            claim_value(answer, i, certificate);
    of_net.net = NULL; /* it was borrowed */
    proof_record_free(&of_net);
}

void value_save(ValueAnswer *answer, const char *directory, json_t *json)
{
    proof_save(answer->call, directory, NULL, NULL, json, write_values, answer);
}
