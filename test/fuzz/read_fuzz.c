/* read_fuzz.c - arbitrary bytes as a game, in each syntax
 *
 * In:   bytes from libFuzzer
 * Out:  nothing, or an abort with the property that does not hold
 */
#include "check.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const ZermeloSyntax syntaxes[] = {ZERMELO_KIF, ZERMELO_INFIX,
                                             ZERMELO_ANY_SYNTAX};
    for (size_t i = 0; i < sizeof syntaxes / sizeof *syntaxes; i++) {
        ZermeloGame *game = check_read((const char *)data, size, syntaxes[i]);
        /* playing takes a hundred times as long as reading */
        if (zermelo_usable(game) && syntaxes[i] != ZERMELO_ANY_SYNTAX &&
            size % 16 == 0) {
            check_play(game, (unsigned)size);
            check_engines(game);
        }
        zermelo_free(game);
    }
    return 0;
}
