"""hostile.py - a game whose names try to command what shows them

Markup, ends of scripts, quotes, control characters, marks that change the
direction of writing, and a term of 12 000 characters. Prints the rules.
"""


def quoted(name):
    return "'" + name.replace("'", "''") + "'"


FIRST = quoted('<script>document.title="hacked"</script>')
SECOND = quoted('"><img/src=x/onerror="window.hacked=1">')
TURNED = quoted("it's\u202egnp.exe\u202c")
CONTROL = quoted("&lt<b>\u200f\u2066\u009b31m\u0085")
CLOSING = quoted("</script><!--<script>")
LONG = f"long({quoted('a' * 4000)},{'b' * 4000},{'c' * 4000})"

RULES = f"""
role({FIRST}).
role({SECOND}).
init(cell(1,{TURNED})).
init(cell(2,{CONTROL})).
init(control({FIRST})).
value({TURNED}).
value({CONTROL}).
value({LONG}).
value({CLOSING}).
place(1).
place(2).
legal(P,put(X,V)) :- true(control(P)), place(X), value(V).
legal(P,{CLOSING}) :- role(P), not true(control(P)).
next(cell(X,V)) :- does(P,put(X,V)).
next(cell(X,V)) :- true(cell(X,V)), does(P,put(Y,W)), distinct(X,Y).
next(control({SECOND})) :- true(control({FIRST})).
next(control({FIRST})) :- true(control({SECOND})).
next({CLOSING}) :- true(control({SECOND})).
next(step(2)).
init(step(1)).
sees(P,{CONTROL}) :- true(control(P)).
terminal :- true(cell(1,{CLOSING})), true(cell(2,{LONG})).
goal({FIRST},100) :- terminal.
goal({FIRST},0) :- not terminal.
goal({SECOND},0) :- role(P).
"""

if __name__ == "__main__":
    print(RULES, end="")
