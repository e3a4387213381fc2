/* page.c - one HTML page that needs nothing else
 *
 * In:   headings, paragraphs, tables, pictures
 * Out:  HTML with its style and its pictures inside: no script, no other file
 *
 * A policy in its head lets the browser load nothing, whatever gets into the
 * text.
 */
#include "batch/page.h"

static const char style[] =
    ":root{color-scheme:light dark;--paper:#f6f5f1;--surface:#fff;"
    "--line:#d9d6cd;--ink:#1b1d1f;--soft:#55595d;--accent:#1d4f91;"
    "--s0:#1d4f91;--s1:#b85f12;--s2:#3f7c4b;--s3:#80589c;--s4:#b8402f;"
    "--s5:#7c796f}\n"
    "@media(prefers-color-scheme:dark){:root{--paper:#151719;"
    "--surface:#1d2023;--line:#34393e;--ink:#e8e6e1;--soft:#a9aeb3;"
    "--accent:#8ab6f0;--s0:#8ab6f0;--s1:#d98a43;--s2:#62a571;--s3:#b391cc;"
    "--s4:#e0705d;--s5:#a3a69f}}\n"
    "*{box-sizing:border-box}\n"
    "body{margin:0 auto;padding:24px 32px 48px;max-width:1280px;"
    "background:var(--paper);color:var(--ink);font:14px/20px system-ui,"
    "\"Noto Sans\",\"Liberation Sans\",sans-serif;"
    "font-variant-numeric:tabular-nums}\n"
    "h1,h2{font-family:Palatino,\"Noto Serif\",\"Liberation Serif\",Georgia,"
    "serif;font-weight:600}\n"
    "h1{font-size:24px;line-height:32px;margin:0 0 8px}\n"
    "h2{font-size:17px;line-height:24px;margin:32px 0 4px}\n"
    "p{max-width:46rem;margin:4px 0;overflow-wrap:anywhere}"
    ".soft{color:var(--soft)}a{color:var(--accent)}\n"
    ":focus-visible{outline:2px solid var(--accent);outline-offset:2px}\n"
    ".wide{overflow-x:auto;margin:12px 0;border:1px solid var(--line);"
    "border-radius:4px;background:var(--surface)}\n"
    "table{border-collapse:collapse;width:100%;font-size:13px}\n"
    "th,td{padding:4px 12px;text-align:left;vertical-align:top;"
    "white-space:nowrap}\n"
    "td:not(.n){white-space:normal;overflow-wrap:break-word;"
    "max-width:36rem}td.long{min-width:16rem}\n"
    "thead th{color:var(--soft);font-weight:400}\n"
    "tr.begins>*{border-top:1px solid var(--line)}\n"
    "tbody th{font-weight:600;white-space:normal;overflow-wrap:anywhere;"
    "min-width:9rem;max-width:20rem}.n{text-align:right}\n"
    "figure{display:inline-block;vertical-align:top;width:30rem;"
    "max-width:100%;margin:12px 24px 12px 0}\n"
    "figcaption{font-weight:600;margin:0 0 8px}\n"
    "svg{display:block;width:100%;height:auto;font-size:11px}\n"
    "svg text{fill:var(--ink)}svg .tick,svg .level,svg .amount,svg .axis"
    "{fill:var(--soft)}svg .tick{text-anchor:middle}"
    "svg .first{text-anchor:start}svg .last,svg .level{text-anchor:end}\n"
    ".grid{stroke:var(--line);stroke-width:.6}"
    ".diagonal{stroke:var(--soft);stroke-width:1}\n"
    ".s0{--c:var(--s0)}.s1{--c:var(--s1);--d:6 3}.s2{--c:var(--s2);--d:2 2}"
    ".s3{--c:var(--s3);--d:9 3 2 3}.s4{--c:var(--s4);--d:12 4}"
    ".s5{--c:var(--s5);--d:4 6}\n"
    ".step{fill:none;stroke:var(--c);stroke-width:2;"
    "stroke-dasharray:var(--d,none)}rect{fill:var(--c)}\n"
    ".mark{fill:var(--c);fill-opacity:.35;stroke:var(--c)}\n"
    "@media(max-width:40rem){body{padding:16px}th,td{padding:4px 8px}"
    "figure{margin-right:0}}\n"
    "@media print{:root{--paper:#fff}.wide{overflow:visible}"
    "figure,tr{break-inside:avoid}}\n";

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
    text_adds(page,
              "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n"
              "<meta charset=\"utf-8\">\n"
              "<meta http-equiv=\"Content-Security-Policy\" "
              "content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
              "<meta name=\"viewport\" "
              "content=\"width=device-width, initial-scale=1\">\n");
    add_element(page, "<title>", title, "</title>\n<style>\n");
    text_adds(page, style);
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
