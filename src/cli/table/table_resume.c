/* table_resume.c - results of cells in a file, one JSON object a line
 *
 * In:   a file that an earlier run has left, perhaps in the middle of a line
 * Out:  what it has found out; and the file, with what this run adds
 *
 * Each line is added whole and synced (file_append), so that kill -9 loses at
 * most the cell that was being written. Start reading at resume_open().
 */
#include "cli/table/table_resume.h"

#include "base/memory.h"
#include "base/file.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <stdlib.h>
#include <sys/file.h>
#include <unistd.h>

enum { MAX_FILE_BYTES = 64 << 20 };

/* What every line begins with: keys are written in this order. */
#define FIRST_BYTES "{\"cell\":"

struct Resume {
    int fd;
    json_t *lines; /* those that could be read */
};

static void read_lines(Resume *resume, const Text *text)
{
    const char *line = text_string(text), *end = line + text->length;
    while (line < end) {
        const char *line_end = memchr(line, '\n', (size_t)(end - line));
        if (!line_end)
            line_end = end;
        json_t *object = json_loadb(line, (size_t)(line_end - line), 0, NULL);
        if (json_is_object(json_object_get(object, "cell")) &&
            json_is_object(json_object_get(object, "figure")))
            json_array_append(resume->lines, object);
        json_decref(object);
        line = line_end + 1;
    }
}

/* Whether TEXT is empty, or begins as our files do, as far as it goes. */
static bool is_results_file(const Text *text)
{
    size_t length = strlen(FIRST_BYTES);
    return text->length <= MAX_FILE_BYTES &&
           strncmp(text_string(text), FIRST_BYTES,
                   length < text->length ? length : text->length) == 0;
}

/* Reads the lines of the file at PATH, and ends its last line if it is torn. */
static bool read_file(Resume *resume, const char *path, const char **why)
{
    Text text = {0};
    bool is_read = file_read(&text, path, MAX_FILE_BYTES, why);
    if (is_read && !is_results_file(&text)) {
        *why = "it is not a file of results";
        is_read = false;
    } else if (is_read) {
        read_lines(resume, &text);
        /* a torn line must not swallow the next one */
        bool is_torn = text.length && text.bytes[text.length - 1] != '\n';
        is_read = !is_torn || file_append(resume->fd, "\n", 1);
        *why = is_read ? NULL : strerror(errno);
    }
    text_free(&text);
    return is_read;
}

/* A run that was killed may have just started a cell, which holds the lock
 * until it becomes another program or dies: wait for it. */
static bool wait_for_lock(int fd)
{
    enum { MAX_TRIES = 100, WAIT_MICROSECONDS = 50000 };
    for (int i = 0; i < MAX_TRIES; i++) {
        if (flock(fd, LOCK_EX | LOCK_NB) == 0)
            return true;
        if (errno != EWOULDBLOCK)
            return false;
        usleep(WAIT_MICROSECONDS);
    }
    return false;
}

Resume *resume_open(const char *path, const char **why)
{
    Resume *resume = memory_zeroed(1, sizeof *resume);
    resume->lines = json_array();
    resume->fd = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (resume->fd < 0)
        *why = strerror(errno);
    else if (!wait_for_lock(resume->fd))
        *why =
            errno == EWOULDBLOCK ? "another run is using it" : strerror(errno);
    else if (read_file(resume, path, why))
        return resume;
    resume_close(resume);
    return NULL;
}

void resume_close(Resume *resume)
{
    if (!resume)
        return;
    if (resume->fd >= 0)
        close(resume->fd);
    json_decref(resume->lines);
    free(resume);
}

json_t *resume_find(const Resume *resume, const json_t *cell)
{
    for (size_t i = json_array_size(resume->lines); i-- > 0;) {
        const json_t *line = json_array_get(resume->lines, i);
        if (json_equal(json_object_get(line, "cell"), cell))
            return json_object_get(line, "figure");
    }
    return NULL;
}

bool resume_add(Resume *resume, const json_t *cell, const json_t *figure)
{
    json_t *line = json_pack("{s:O,s:O}", "cell", cell, "figure", figure);
    char *text = json_dumps(line, JSON_COMPACT);
    assert(strncmp(text, FIRST_BYTES, strlen(FIRST_BYTES)) == 0);
    size_t length = strlen(text);
    text[length++] = '\n'; /* instead of the 0 */
    bool is_written = file_append(resume->fd, text, length);
    free(text);
    json_decref(line);
    return is_written;
}
