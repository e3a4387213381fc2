/* page.c - one HTML page that needs nothing else
 *
 * In:   headings, paragraphs, tables, pictures; or JSON that a script draws
 * Out:  HTML with its style, which is data/page.css, and its pictures inside:
 *       no script, no other file; or with the style and the modules of web/
 *
 * A policy in its head lets the browser load nothing, whatever gets into the
 * text, and run nothing but these modules. A page that is opened from disk
 * cannot import modules, so they become one script here; their top-level names
 * differ, therefore.
 */
#include "batch/page.h"

#include "base/sha256.h"
#include "batch/rule_files.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

static void add_element(Text *page, const char *begin, const char *text,
                        const char *end)
{
    Text printable = {0};
    text_add_printable(&printable, text, strlen(text));
    text_adds(page, begin);
    html_escape(page, text_string(&printable));
    text_adds(page, end);
    text_free(&printable);
}

static void add_head(Text *page, const char *title, const char *policy,
                     const char *style, size_t length)
{
    text_addf(page,
              "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n"
              "<meta charset=\"utf-8\">\n"
              "<meta http-equiv=\"Content-Security-Policy\" "
              "content=\"default-src 'none'; %s\">\n"
              "<meta name=\"viewport\" "
              "content=\"width=device-width, initial-scale=1\">\n",
              policy);
    add_element(page, "<title>", title, "</title>\n<style>");
    text_add(page, style, length);
    text_adds(page, "</style>\n</head>\n<body>\n");
}

static const Embedded *part_of_page(const char *name)
{
    const Embedded *part = embedded_find(name, strlen(name));
    assert(part);
    return part;
}

void page_begin(Text *page, const char *title)
{
    const Embedded *style = part_of_page("page.css");
    add_head(page, title, "style-src 'unsafe-inline'",
             (const char *)style->bytes, *style->length);
    add_element(page, "<h1>", title, "</h1>\n");
}

/* ---- pages with a script ---- */

/* Adds 'sha256-...', which names CONTENT in a policy: its digest in base64. */
static void add_hash(Text *out, const char *content, size_t length)
{
    static const char digits[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    char digest[DIGEST_LENGTH + 1];
    unsigned char bytes[DIGEST_LENGTH / 2 + 1] = {0}; /* 33: a multiple of 3 */
    digest_bytes(digest, content, length);
    for (size_t i = 0; i < DIGEST_LENGTH / 2; i++) {
        char pair[3] = {digest[2 * i], digest[2 * i + 1], '\0'};
        bytes[i] = (unsigned char)strtoul(pair, NULL, 16);
    }
    text_adds(out, "'sha256-");
    for (size_t i = 0; i < sizeof bytes; i += 3) {
        uint32_t group = (uint32_t)bytes[i] << 16 |
                         (uint32_t)bytes[i + 1] << 8 | bytes[i + 2];
        for (int k = 3; k >= 0; k--)
            text_addc(out, digits[group >> 6 * k & 63]);
    }
    out->length--; /* the last of 44 digits stands for the byte too many */
    text_adds(out, "='");
}

/* Adds a module as a part of one script: without its imports, and without the
 * word export. */
static void add_module(Text *out, const Embedded *module)
{
    const char *line = (const char *)module->bytes,
               *end = line + *module->length;
    for (const char *next; line < end; line = next) {
        const char *newline = memchr(line, '\n', (size_t)(end - line));
        next = newline ? newline + 1 : end;
        if (strncmp(line, "export ", strlen("export ")) == 0)
            line += strlen("export ");
        if (strncmp(line, "import ", strlen("import ")) != 0)
            text_add(out, line, (size_t)(next - line));
    }
}

/* In a script element < could end it. In JSON it only stands in strings. */
static void add_data(Text *out, const char *json)
{
    for (size_t length; *json; json += length) {
        length = strcspn(json, "<");
        text_add(out, json, length);
        if (json[length] == '<') {
            text_adds(out, "\\u003c");
            length++;
        }
    }
}

void page_with_script(Text *page, const char *title, const char *json)
{
    static const char *const modules[] = {
        /* each after those it imports */
        "dom.js",   "board.js",     "play.js",   "truth.js",
        "trace.js", "knowledge.js", "answer.js", "page.js"};
    const Embedded *style = part_of_page("zermelo.css");
    Text script = {0}, policy = {0};
    for (size_t i = 0; i < sizeof modules / sizeof *modules; i++)
        add_module(&script, part_of_page(modules[i]));
    text_adds(&policy, "base-uri 'none'; form-action 'none'; script-src ");
    add_hash(&policy, text_string(&script), script.length);
    text_adds(&policy, "; style-src ");
    add_hash(&policy, (const char *)style->bytes, *style->length);
    add_head(page, title, text_string(&policy), (const char *)style->bytes,
             *style->length);
    text_adds(page, "<noscript>This page is drawn by a script, which the "
                    "browser does not run; the answer is in it as JSON."
                    "</noscript>\n"
                    "<script type=\"application/json\" id=\"document\">");
    add_data(page, json);
    text_adds(page, "</script>\n<script type=\"module\">");
    text_add(page, text_string(&script), script.length);
    text_adds(page, "</script>\n");
    page_end(page);
    text_free(&script);
    text_free(&policy);
}

/* ---- parts ---- */

void page_add_heading(Text *page, const char *id, const char *heading)
{
    if (id)
        add_element(page, "<h2 id=\"", id, "\">");
    add_element(page, id ? "" : "<h2>", heading, "</h2>\n");
}

void page_add_paragraph(Text *page, const char *text)
{
    add_element(page, "<p>", text, "</p>\n");
}

void page_add_note(Text *page, const char *text)
{
    add_element(page, "<p class=\"soft\">", text, "</p>\n");
}

void page_add_figure(Text *page, const char *caption, Text *svg)
{
    if (svg->length) {
        add_element(page, "<figure><figcaption>", caption, "</figcaption>\n");
        text_addf(page, "%s</figure>\n", text_string(svg));
    }
    text_free(svg);
}

void page_add_table(Text *page, const Grid *grid)
{
    text_adds(page, "<div class=\"wide\" tabindex=\"0\">");
    grid_add_html(page, grid);
    text_adds(page, "</div>\n");
}

void page_end(Text *page)
{
    text_adds(page, "</body>\n</html>\n");
}
