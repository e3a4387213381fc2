/* page.c - one HTML page that needs nothing else
 *
 * In:   headings, paragraphs, tables, pictures
 * Out:  HTML with its style, which is data/page.css, and its pictures inside:
 * no script, no other file
 *
 * A policy in its head lets the browser load nothing, whatever gets into the
 * text.
 */
#include "batch/page.h"

#include "batch/rule_files.h"

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

void page_begin(Text *page, const char *title)
{
    const Embedded *style = &embedded[EMBEDDED_STYLE];
    text_adds(page,
              "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n"
              "<meta charset=\"utf-8\">\n"
              "<meta http-equiv=\"Content-Security-Policy\" "
              "content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
              "<meta name=\"viewport\" "
              "content=\"width=device-width, initial-scale=1\">\n");
    add_element(page, "<title>", title, "</title>\n<style>\n");
    text_add(page, (const char *)style->bytes, *style->length);
    add_element(page, "</style>\n</head>\n<body>\n<h1>", title, "</h1>\n");
}

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
