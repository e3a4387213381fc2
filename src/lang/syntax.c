/* syntax.c - prefix or infix, judged by where the parentheses stand
 *
 * In prefix form a parenthesis opens before the symbol, (role white); in infix
 * form after it, role(white). The majority decides, which forgives both odd
 * spacing and comments. Infix text also has some sign of its own: without any
 * it is taken for a prefix text with broken parentheses.
 */
#include "lang/form.h"

#include <string.h>

size_t byte_order_mark(const Source *source, size_t offset)
{
    return source->length - offset >= 3 &&
                   memcmp(source->text + offset, "\xef\xbb\xbf", 3) == 0
               ? 3
               : 0;
}

Syntax syntax_of(const char *text, size_t length)
{
    size_t prefix = 0, infix = 0;
    bool comment = false, sign = false, blocks = true;
    char before = ' ';
    for (size_t i = 0; i < length; i++) {
        char c = text[i];
        if (c == '/' && i + 1 < length && text[i + 1] == '*' && !comment &&
            blocks) {
            const char *end = memmem(text + i + 2, length - i - 2, "*/", 2);
            blocks = end != NULL; /* if this one has no end, none has */
            if (end)
                i = (size_t)(end - text) + 1;
            continue;
        }
        if (c == '\n' || c == '\r')
            comment = false;
        else if (c == ';' || (c == '%' && ascii_is_space(before)))
            comment = true;
        else if (c == '(' && !comment)
            *(ascii_is_space(before) || before == '(' || before == ')'
                  ? &prefix
                  : &infix) += 1;
        else if (c == ':' && i + 1 < length && text[i + 1] == '-' && !comment)
            sign = true, infix++;
        else if ((c == ',' || c == '.' || c == '&' || c == '~') && !comment)
            sign = true;
        before = c;
    }
    return sign && infix > prefix ? SYNTAX_INFIX : SYNTAX_KIF;
}
