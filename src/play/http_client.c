/* http_client.c - a request to a player over HTTP, as a game manager makes it
 *
 * In:   a message for a player
 * Out:  its answer, if there is one in time
 *
 * The headers are those of the GGP-Base server (doc/protocol.md). What comes
 * back is a stranger's: no more than a few kilobytes of it are kept.
 *
 * libcurl is loaded when a request is to be made (base/library.h). Start
 * reading at post().
 */
#include "play/http_client.h"

#include "base/library.h"

#include <curl/curl.h>

enum { MAX_ANSWER = 64 << 10, CONNECT_MILLISECONDS = 5000 };

/* The functions of the library that are used. */
typedef struct {
    CURLcode (*global_init)(long flags);
    void (*global_cleanup)(void);
    CURL *(*init)(void);
    CURLcode (*setopt)(CURL *curl, CURLoption option, ...);
    CURLcode (*perform)(CURL *curl);
    CURLcode (*getinfo)(CURL *curl, CURLINFO info, ...);
    void (*cleanup)(CURL *curl);
    struct curl_slist *(*append)(struct curl_slist *list, const char *line);
    void (*free_all)(struct curl_slist *list);
} Library;

static bool load(Library *library)
{
    const LibrarySymbol symbols[] = {
        {"curl_global_init", &library->global_init},
        {"curl_global_cleanup", &library->global_cleanup},
        {"curl_easy_init", &library->init},
        {"curl_easy_setopt", &library->setopt},
        {"curl_easy_perform", &library->perform},
        {"curl_easy_getinfo", &library->getinfo},
        {"curl_easy_cleanup", &library->cleanup},
        {"curl_slist_append", &library->append},
        {"curl_slist_free_all", &library->free_all},
        {NULL, NULL}};
    return library_load("libcurl.so.4", symbols);
}

typedef struct {
    Text *text;
    size_t received;
    const volatile sig_atomic_t *cancelled;
} Receiver;

static size_t receive(char *bytes, size_t size, size_t count, void *data)
{
    Receiver *receiver = data;
    receiver->received += size * count;
    if (receiver->received > MAX_ANSWER)
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

static PostEnd end_of(const Library *library, CURL *curl, CURLcode code)
{
    double connected = 0;
    switch (code) {
    case CURLE_OK:
        return POST_DONE;
    case CURLE_OPERATION_TIMEDOUT:
        library->getinfo(curl, CURLINFO_CONNECT_TIME, &connected);
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

static struct curl_slist *headers(const Library *library)
{
    static const char *const lines[] = {"Accept: text/delim",
                                        "Sender: GAMESERVER",
                                        "Receiver: PLAYER",
                                        "Content-Type: text/acl",
                                        "Expect:",
                                        "User-Agent:"};
    struct curl_slist *list = NULL;
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        list = library->append(list, lines[i]);
    return list;
}

PostEnd post(const char *url, const char *body, double seconds,
             const volatile sig_atomic_t *cancelled, Text *answer)
{
    Library library;
    CURL *curl = load(&library) ? library.init() : NULL;
    if (!curl)
        return POST_FAILED;
    Receiver receiver = {.text = answer, .cancelled = cancelled};
    struct curl_slist *list = headers(&library);
    library.setopt(curl, CURLOPT_URL, url);
    library.setopt(curl, CURLOPT_PROTOCOLS_STR, "http");
    library.setopt(curl, CURLOPT_PROXY, "");
    library.setopt(curl, CURLOPT_NOSIGNAL, 1L);
    library.setopt(curl, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_0);
    library.setopt(curl, CURLOPT_POSTFIELDS, body);
    library.setopt(curl, CURLOPT_HTTPHEADER, list);
    library.setopt(curl, CURLOPT_CONNECTTIMEOUT_MS, (long)CONNECT_MILLISECONDS);
    library.setopt(curl, CURLOPT_TIMEOUT_MS, (long)(seconds * 1000) + 1);
    library.setopt(curl, CURLOPT_WRITEFUNCTION, receive);
    library.setopt(curl, CURLOPT_WRITEDATA, &receiver);
    library.setopt(curl, CURLOPT_XFERINFOFUNCTION, watch);
    library.setopt(curl, CURLOPT_XFERINFODATA, &receiver);
    library.setopt(curl, CURLOPT_NOPROGRESS, 0L);
    PostEnd end = end_of(&library, curl, library.perform(curl));
    library.free_all(list);
    library.cleanup(curl);
    return end;
}

bool post_begin(void)
{
    Library library;
    return load(&library) &&
           library.global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
}

void post_end(void)
{
    Library library;
    if (load(&library))
        library.global_cleanup();
}
