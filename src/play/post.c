/* post.c - a request to a player over HTTP, as a game manager makes it
 *
 * In:   a message for a player
 * Out:  its answer, if there is one in time
 *
 * The headers are those of the GGP-Base server (doc/protocol.md). What comes
 * back is a stranger's: no more than a few kilobytes of it are kept.
 */
#include "play/post.h"

#include <curl/curl.h>

enum { MOST_ANSWER = 64 << 10, CONNECT_MILLISECONDS = 5000 };

typedef struct {
    Text *text;
    size_t received;
    const volatile sig_atomic_t *cancelled;
} Receiver;

static size_t receive(char *bytes, size_t size, size_t count, void *data)
{
    Receiver *receiver = data;
    receiver->received += size * count;
    if (receiver->received > MOST_ANSWER)
        return 0; /* which ends the transfer */
    text_add(receiver->text, bytes, size * count);
    return size * count;
}

static int watch(void *data, curl_off_t a, curl_off_t b, curl_off_t c,
                 curl_off_t d)
{
    const Receiver *receiver = data;
    (void)a, (void)b, (void)c, (void)d;
    return receiver->cancelled && *receiver->cancelled;
}

static PostEnd end_of(CURL *curl, CURLcode code)
{
    double connected = 0;
    switch (code) {
    case CURLE_OK:
        return POST_DONE;
    case CURLE_OPERATION_TIMEDOUT:
        curl_easy_getinfo(curl, CURLINFO_CONNECT_TIME, &connected);
        return connected > 0 ? POST_LATE : POST_FAILED;
    case CURLE_WRITE_ERROR: /* too long */
    case CURLE_WEIRD_SERVER_REPLY:
    case CURLE_UNSUPPORTED_PROTOCOL: /* no HTTP at all */
    case CURLE_BAD_CONTENT_ENCODING:
        return POST_GARBAGE;
    default:
        return POST_FAILED;
    }
}

static struct curl_slist *headers(void)
{
    static const char *const lines[] = {"Accept: text/delim",
                                        "Sender: GAMESERVER",
                                        "Receiver: PLAYER",
                                        "Content-Type: text/acl",
                                        "Expect:",
                                        "User-Agent:"};
    struct curl_slist *list = NULL;
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        list = curl_slist_append(list, lines[i]);
    return list;
}

PostEnd post(const char *url, const char *body, double seconds,
             const volatile sig_atomic_t *cancelled, Text *answer)
{
    CURL *curl = curl_easy_init();
    if (!curl)
        return POST_FAILED;
    Receiver receiver = {.text = answer, .cancelled = cancelled};
    struct curl_slist *list = headers();
    curl_easy_setopt(curl, CURLOPT_URL, url);
    curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http");
    curl_easy_setopt(curl, CURLOPT_PROXY, "");
    curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(curl, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_0);
    curl_easy_setopt(curl, CURLOPT_POSTFIELDS, body);
    curl_easy_setopt(curl, CURLOPT_HTTPHEADER, list);
    curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT_MS,
                     (long)CONNECT_MILLISECONDS);
    curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, (long)(seconds * 1000) + 1);
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, receive);
    curl_easy_setopt(curl, CURLOPT_WRITEDATA, &receiver);
    curl_easy_setopt(curl, CURLOPT_XFERINFOFUNCTION, watch);
    curl_easy_setopt(curl, CURLOPT_XFERINFODATA, &receiver);
    curl_easy_setopt(curl, CURLOPT_NOPROGRESS, 0L);
    PostEnd end = end_of(curl, curl_easy_perform(curl));
    curl_slist_free_all(list);
    curl_easy_cleanup(curl);
    return end;
}

void post_begin(void)
{
    curl_global_init(CURL_GLOBAL_DEFAULT);
}

void post_end(void)
{
    curl_global_cleanup();
}
