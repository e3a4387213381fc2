/* cmd_print.c - zermelo print FILE */
#include "cli/output.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int cmd_print(const Arguments *arguments)
{
    ZermeloGame *game = load_text(arguments, arguments->operands[0]);
    if (!game)
        return EXIT_ERROR;
    int status = EXIT_YES;
    if (zermelo_readable(game)) {
        char *text = zermelo_print(game, syntax_option(arguments, "to"));
        if (wants_json)
            print_json(json_pack("{s:o,s:o}", "file",
                                 json_text(arguments->operands[0]), "text",
                                 json_text(text)));
        else if (isatty(STDOUT_FILENO))
            fputs(text, stdout);
        else
            print_raw(text); /* the same rules, whatever their names */
        free(text);
    } else {
        /* a part would be missing from what is printed */
        refuse_game(game, "the text cannot be read");
        status = EXIT_ERROR;
    }
    zermelo_free(game);
    return status;
}
