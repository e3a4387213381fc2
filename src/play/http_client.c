/* http_client.c - a request to a player over HTTP, as a game manager makes it
 *
 * In:   a message for a player
 * Out:  its answer, if there is one in time
 *
 * The headers are those of the GGP-Base server (doc/protocol.md). The
 * answer is not trusted: at most 64 kilobytes of it are kept.
 *
 * libcurl is loaded when a request is to be made (base/library.h). Start
 * reading at http_post().
 */
#include "play/http_client.h"

#include "base/library.h"

#define CURL_DISABLE_TYPECHECK /* of calls by name */
#include <curl/curl.h>

enum { MAX_ANSWER = 64 << 10, CONNECT_MILLISECONDS = 5000 };

#define FUNCTIONS(F)                                                           \
    F(curl_global_init)                                                        \
    F(curl_global_cleanup)                                                     \
    F(curl_easy_init)                                                          \
    F(curl_easy_setopt)                                                        \
    F(curl_easy_perform)                                                       \
    F(curl_easy_getinfo)                                                       \
    F(curl_easy_cleanup)                                                       \
    F(curl_slist_append)                                                       \
    F(curl_slist_free_all)

typedef struct {
    FUNCTIONS(LIBRARY_POINTER)
} CurlLibrary;

static bool load(CurlLibrary *library)
{
    const LibrarySymbol symbols[] = {FUNCTIONS(LIBRARY_SYMBOL){NULL, NULL}};
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

static HttpResult end_of(const CurlLibrary *library, CURL *curl, CURLcode code)
{
    double connected = 0;
    switch (code) {
    case CURLE_OK:
        return HTTP_DONE;
    case CURLE_OPERATION_TIMEDOUT:
        library->curl_easy_getinfo(curl, CURLINFO_CONNECT_TIME, &connected);
        return connected > 0 ? HTTP_LATE : HTTP_FAILED;
    case CURLE_WRITE_ERROR: /* too long */
    case CURLE_WEIRD_SERVER_REPLY:
    case CURLE_UNSUPPORTED_PROTOCOL: /* no HTTP at all */
    case CURLE_BAD_CONTENT_ENCODING:
        return HTTP_GARBAGE;
    default:
        return HTTP_FAILED;
    }
}

static struct curl_slist *headers(const CurlLibrary *library)
{
    static const char *const lines[] = {"Accept: text/delim",
                                        "Sender: GAMESERVER",
                                        "Receiver: PLAYER",
                                        "Content-Type: text/acl",
                                        "Expect:",
                                        "User-Agent:"};
    struct curl_slist *list = NULL;
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        list = library->curl_slist_append(list, lines[i]);
    return list;
}

HttpResult http_post(const char *url, const char *body, double seconds,
                     const volatile sig_atomic_t *cancelled, Text *answer)
{
    CurlLibrary library;
    CURL *curl = load(&library) ? library.curl_easy_init() : NULL;
    if (!curl)
        return HTTP_FAILED;
    Receiver receiver = {.text = answer, .cancelled = cancelled};
    struct curl_slist *list = headers(&library);
    __typeof__(library.curl_easy_setopt) set = library.curl_easy_setopt;
    set(curl, CURLOPT_URL, url);
    set(curl, CURLOPT_PROTOCOLS_STR, "http");
    set(curl, CURLOPT_PROXY, "");
    set(curl, CURLOPT_NOSIGNAL, 1L);
    set(curl, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_0);
    set(curl, CURLOPT_POSTFIELDS, body);
    set(curl, CURLOPT_HTTPHEADER, list);
    set(curl, CURLOPT_CONNECTTIMEOUT_MS, (long)CONNECT_MILLISECONDS);
    set(curl, CURLOPT_TIMEOUT_MS, (long)(seconds * 1000) + 1);
    set(curl, CURLOPT_WRITEFUNCTION, receive);
    set(curl, CURLOPT_WRITEDATA, &receiver);
    set(curl, CURLOPT_XFERINFOFUNCTION, watch);
    set(curl, CURLOPT_XFERINFODATA, &receiver);
    set(curl, CURLOPT_NOPROGRESS, 0L);
    HttpResult end = end_of(&library, curl, library.curl_easy_perform(curl));
    library.curl_slist_free_all(list);
    library.curl_easy_cleanup(curl);
    return end;
}

bool http_begin(void)
{
    CurlLibrary library;
    return load(&library) &&
           library.curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
}

void http_end(void)
{
    CurlLibrary library;
    if (load(&library))
        library.curl_global_cleanup();
}
