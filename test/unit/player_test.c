/* player_test.c - connections that do not send what they should */
#include "support.h"

#include "play/player.h"

#include <arpa/inet.h>
#include <errno.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

static int connect_to(unsigned port)
{
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_port = htons((uint16_t)port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int wire = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_int_equal(connect(wire, (struct sockaddr *)&address, sizeof address),
                     0);
    return wire;
}

static void a_request_has_so_many_seconds_in_all(void **state)
{
    (void)state;
    const char *why;
    char byte;
    Player *player =
        player_new(&(PlayerOptions){.name = "zermelo",
                                    .address = "127.0.0.1",
                                    .port = 24000 + (unsigned)getpid() % 20000,
                                    .parallel = 1,
                                    .max_bytes = 1 << 20,
                                    .max_seconds = 0.3},
                   &why);
    assert_non_null(player);
    int wire = connect_to(player_port(player));
    send(wire, "POST / HTTP/1.0\r\n", 17, MSG_NOSIGNAL);
    /* a line now and then: it is never idle for long */
    bool open = true;
    for (int i = 0; i < 50 && open; i++) {
        nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
        player_step(player);
        send(wire, "A: b\r\n", 6, MSG_NOSIGNAL);
        open = recv(wire, &byte, 1, MSG_DONTWAIT) < 0 && errno == EAGAIN;
    }
    assert_false(open);
    close(wire);
    player_free(player);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_request_has_so_many_seconds_in_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
