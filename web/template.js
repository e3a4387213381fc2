// template.js - a small game that is valid, to begin with

export const TEMPLATE = `; A new game
;
; Two players in turn mark one of six cells; two neighbours of one's own win.

(role x) (role o)
(other x o) (other o x)
(next_to 1 2) (next_to 2 3) (next_to 3 4) (next_to 4 5) (next_to 5 6)
(index 1) (index 2) (index 3) (index 4) (index 5) (index 6)
(init (control x))

(<= (legal ?p (mark ?c)) (true (control ?p)) (index ?c) (not (taken ?c)))
(<= (legal ?p noop) (role ?p) (not (true (control ?p))))
(<= (next (cell ?c ?p)) (does ?p (mark ?c)))
(<= (next (cell ?c ?p)) (true (cell ?c ?p)))
(<= (next (control ?q)) (true (control ?p)) (other ?p ?q))

(<= (taken ?c) (true (cell ?c ?_p)))
(<= (pair ?p) (next_to ?a ?b) (true (cell ?a ?p)) (true (cell ?b ?p)))
(<= open (index ?c) (not (taken ?c)))
(<= terminal (pair ?_p))
(<= terminal (not open))
(<= (goal ?p 100) (pair ?p))
(<= (goal ?p 0) (other ?p ?q) (pair ?q))
(<= (goal ?p 50) (role ?p) (not (pair x)) (not (pair o)))
`;
