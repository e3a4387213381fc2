/* message_test.c - what managers say, in all the ways they say it */
#include "support.h"

#include "play/message.h"

static void add_news(Text *out, const News *news)
{
    if (news->kind == NEWS_NONE)
        text_adds(out, " nothing yet");
    if (news->kind == NEWS_TURN)
        text_addf(out, " turn %zu own %s", news->turn,
                  news->own_move ? news->own_move : "-");
    for (size_t i = 0; i < news->count; i++)
        text_addf(out, " [%s]", news->items[i] ? news->items[i] : "?");
    if (news->unreadable)
        text_adds(out, " unreadable");
}

static const char *understood(const char *text)
{
    static Text kept;
    Text out = {0};
    const char *why;
    Message *message = message_read(text, strlen(text), true, &why);
    static const char *const kinds[] = {"info", "preview", "start",
                                        "play", "stop",    "abort"};
    if (!message) {
        text_adds(&out, why);
        return keep(&kept, out);
    }
    text_adds(&out, kinds[message->kind]);
    if (message->match_id)
        text_addf(&out, " %s", message->match_id);
    if (message->role)
        text_addf(&out, " role %s", message->role);
    if (message->rules)
        text_addf(&out, " rules <%.*s> clocks %g %g",
                  (int)message->rules_length, message->rules,
                  message->start_clock, message->play_clock);
    if (message->kind == MESSAGE_PLAY || message->kind == MESSAGE_STOP)
        add_news(&out, &message->news);
    message_free(message);
    return keep(&kept, out);
}

static void messages_of_both_managers_are_understood(void **state)
{
    (void)state;
    const Case cases[] = {
        {"( INFO )", "info"},
        {"(info)", "info"},
        {"info", "info"},
        {"( PREVIEW ((role a) (b)) 30)",
         "preview rules <(role a) (b)> clocks 30 0"},
        {"( START Match.1-a_B xplayer ((role xplayer) (p ?x)) 30 15)",
         "start Match.1-a_B role xplayer rules <(role xplayer) (p ?x)> "
         "clocks 30 15"},
        {"(START M (R 1) ((ROLE (R 1))) 5 5 more (and more))",
         "start M role r(1) rules <(ROLE (R 1))> clocks 5 5"},
        {"(START M a ((role a)) 0.5 2.25)",
         "start M role a rules <(role a)> clocks 0.5 2.25"},
        {"(START M r ((role r)) .5 10)", "the message has the wrong parts"},
        {"(START M r ((role r)) 5. 10)", "the message has the wrong parts"},
        {"(START M r ((role r)) 1 1.2.3)", "the message has the wrong parts"},
        {"( PLAY m NIL )", "play m nothing yet"},
        {"(play m nil)", "play m nothing yet"},
        {"(PLAY M ((MARK 1 1) NOOP))", "play M [mark(1,1)] [noop]"},
        {"( PLAY m (( mark 1 1 ) noop ) )", "play m [mark(1,1)] [noop]"},
        {"( PLAY m ( noop\n))", "play m [noop]"},
        {"( STOP m ((mark 3 3) noop))", "stop m [mark(3,3)] [noop]"},
        {"( PLAY m () )", "play m"},
        {"(PLAY m 0 NIL NIL)", "play m turn 0 own -"},
        {"(PLAY m 3 (go 1) ((see a) b ))",
         "play m turn 3 own go(1) [see(a)] [b]"},
        {"(STOP m 4 noop ( ))", "stop m turn 4 own noop"},
        {"( ABORT m )", "abort m"},
        {"  ( ABORT m ) and what follows", "abort m"},
    };
    assert_cases(cases, understood);
}

static void what_is_no_message_is_refused(void **state)
{
    (void)state;
    const Case cases[] = {
        {"", "the text is no message"},
        {")", "the text is no message"},
        {"()", "the text is no message"},
        {"(", "a parenthesis of the message is never closed"},
        {"( START m x ((role x) 1 2)",
         "a parenthesis of the message is never closed"},
        {"(HELLO)", "this kind of message is not known"},
        {"((INFO))", "this kind of message is not known"},
        {"(START m x (role x) ten 2)", "the message has the wrong parts"},
        {"(START m x (role x) 1. 2)", "the message has the wrong parts"},
        {"(START m x (role x) 1 .5)", "the message has the wrong parts"},
        {"(START m x (role x) 1 -1)", "the message has the wrong parts"},
        {"(START m x (role x) 1 1.5.5)", "the message has the wrong parts"},
        {"(START m x rules 1 2)", "the message has the wrong parts"},
        {"(START (m) x (r) 1 2)", "the message has the wrong parts"},
        {"(PLAY m)", "the message has the wrong parts"},
        {"(PLAY m a b c)", "the message has the wrong parts"},
        {"(PLAY m 1 2)", "the message has the wrong parts"},
        {"(PLAY m 1.5 NIL ())", "the message has the wrong parts"},
        {"(ABORT)", "the message has the wrong parts"},
        {"(PLAY m (?x (a) ()))", "play m [?] [a] [?] unreadable"},
    };
    assert_cases(cases, understood);
}

static void an_outline_has_kind_match_and_clocks(void **state)
{
    (void)state;
    const char *why, *text = "(START m a ((role a)) 3 4)";
    Message *message = message_read(text, strlen(text), false, &why);
    assert_non_null(message);
    assert_int_equal(message->kind, MESSAGE_START);
    assert_string_equal(message->match_id, "m");
    assert_true(message->start_clock == 3 && message->play_clock == 4);
    assert_null(message->rules);
    message_free(message);
    text = "(START m a ((role a) 3 4)";
    assert_null(message_read(text, strlen(text), false, &why));
}

static const char *on_one_line(const char *rules)
{
    static Text kept;
    Text out = {0};
    message_add_rules(&out, rules);
    return keep(&kept, out);
}

static void rules_are_sent_on_one_line_without_comments(void **state)
{
    (void)state;
    const Case cases[] = {
        {"; a game\n(role a)\n\n(role b) ; both\n", "(role a) (role b)"},
        {"(role\n  a);x\n(b)", "(role a) (b)"},
        {"", ""},
        {"; nothing", ""},
    };
    assert_cases(cases, on_one_line);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(messages_of_both_managers_are_understood),
        cmocka_unit_test(what_is_no_message_is_refused),
        cmocka_unit_test(an_outline_has_kind_match_and_clocks),
        cmocka_unit_test(rules_are_sent_on_one_line_without_comments),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
