"""gdl.py - GDL by brute force, for tests: no code of zermelo is used

Rules in prefix form, evaluated bottom-up stratum by stratum; all positions of a
game by breadth-first search; formulas (without domains of argument places) and
the claims of certificates, judged in each position as doc/certificates.md says.
Small games only.
"""
import itertools
import re


def read_kif(text):
    tokens = re.findall(r"[()]|[^\s()]+", re.sub(r";.*", "", text).lower())
    stack = [[]]
    for token in tokens:
        if token == "(":
            stack.append([])
        elif token == ")":
            done = tuple(stack.pop())
            stack[-1].append(done)
        else:
            stack[-1].append(token)
    return stack[0]


def read_term(text):
    """A term in infix form, as read_kif has it."""
    return Parser(text).term()


def matches(pattern, term, binding):
    """The binding extended, or None."""
    if isinstance(pattern, str):
        if not pattern.startswith("?"):
            return binding if pattern == term else None
        if pattern in binding:
            return binding if binding[pattern] == term else None
        return {**binding, pattern: term}
    if isinstance(term, str) or len(pattern) != len(term):
        return None
    for part, value in zip(pattern, term):
        binding = matches(part, value, binding)
        if binding is None:
            return None
    return binding


def apply(term, binding):
    if isinstance(term, str):
        return binding.get(term, term)
    return tuple(apply(part, binding) for part in term)


def variables(term):
    if isinstance(term, str):
        return {term} if term.startswith("?") else set()
    return set().union(*map(variables, term))


def name_of(atom):
    return atom if isinstance(atom, str) else atom[0]


class Game:
    def __init__(self, text):
        self.rules = []
        for form in read_kif(text):
            head, body = (form[1], form[2:]) if form[0] == "<=" else (form, ())
            self.rules.append((head, [self.literal(part) for part in body]))
        for head, body in self.rules:
            bound = variables([atom for kind, atom in body if kind == "is"])
            if not variables((head, [atom for _, atom in body])) <= bound:
                raise ValueError("a variable is not bound")
        self.strata = self.stratify()
        self.split_off_static_rules()
        facts = self.model(set(), ())
        self.roles = [fact[1] for rule, _ in self.rules
                      for fact in [rule] if name_of(rule) == "role"]
        self.initial = frozenset(f[1] for f in facts if name_of(f) == "init")
        self.cache = {}

    @staticmethod
    def literal(form):
        if form[0] == "not":
            return "not", form[1]
        if form[0] == "distinct":
            return "distinct", form[1:]
        return "is", form

    def stratify(self):
        level = {}
        for _ in range(len(self.rules) + 2):
            for head, body in self.rules:
                for kind, atom in body:
                    if kind != "distinct":
                        least = level.get(name_of(atom), 0) + (kind == "not")
                        level[name_of(head)] = max(
                            level.get(name_of(head), 0), least)
        strata = {}
        for rule in self.rules:
            strata.setdefault(level.get(name_of(rule[0]), 0), []).append(rule)
        return [strata[key] for key in sorted(strata)]

    def split_off_static_rules(self):
        """What depends on neither true nor does is derived once."""
        changing = {"true", "does"}
        for _ in self.rules:
            changing |= {name_of(head) for head, body in self.rules
                         for kind, atom in body
                         if kind != "distinct" and name_of(atom) in changing}
        self.static = set()
        strata, self.strata = self.strata, [
            [rule for rule in stratum if name_of(rule[0]) not in changing]
            for stratum in self.strata]
        self.static = self.model(set(), ())
        self.strata = [
            [rule for rule in stratum if name_of(rule[0]) in changing]
            for stratum in strata]

    def solutions(self, body, facts, binding):
        """Positive literals first: the others need their variables."""
        if not body:
            yield binding
            return
        (kind, atom), rest = body[0], body[1:]
        if kind == "is":
            for fact in facts.get(name_of(atom), ()):
                extended = matches(atom, fact, binding)
                if extended is not None:
                    yield from self.solutions(rest, facts, extended)
        elif kind == "not":
            if apply(atom, binding) not in facts.get(name_of(atom), ()):
                yield from self.solutions(rest, facts, binding)
        elif apply(atom[0], binding) != apply(atom[1], binding):
            yield from self.solutions(rest, facts, binding)

    def model(self, position, moves):
        facts = {}

        def add(fact):
            facts.setdefault(name_of(fact), set()).add(fact)
        for fact in self.static:
            add(fact)
        for feature in position:
            add(("true", feature))
        for role, move in moves:
            add(("does", role, move))
        for stratum in self.strata:
            rules = [(head, sorted(body, key=lambda l: l[0] != "is"))
                     for head, body in stratum]
            grown = True
            while grown:
                new = {apply(head, binding) for head, body in rules
                       for binding in self.solutions(body, facts, {})}
                new = {f for f in new if f not in facts.get(name_of(f), ())}
                for fact in new:
                    add(fact)
                grown = bool(new)
        return {fact for group in facts.values() for fact in group}

    def facts(self, position):
        if position not in self.cache:
            self.cache[position] = self.model(position, ())
        return self.cache[position]

    def is_terminal(self, position):
        return "terminal" in self.facts(position)

    def legal(self, position, role):
        return sorted((f[2] for f in self.facts(position)
                       if name_of(f) == "legal" and f[1] == role), key=str)

    def goals(self, position, role):
        values = {f[2] for f in self.facts(position)
                  if name_of(f) == "goal" and f[1] == role}
        return {int(v) for v in values if re.fullmatch("[0-9]+", v)
                and int(v) <= 100}

    def step(self, position, joint):
        facts = self.model(position, list(zip(self.roles, joint)))
        return frozenset(f[1] for f in facts if name_of(f) == "next")

    def joint_moves(self, position):
        if self.is_terminal(position):
            return []
        return list(itertools.product(
            *(self.legal(position, role) for role in self.roles)))

    def successors(self, position):
        return [self.step(position, joint)
                for joint in self.joint_moves(position)]

    def reach(self, start, limit):
        """Positions with their depths, and the steps between them."""
        depth, edges, queue = {start: 0}, {}, [start]
        for position in queue:
            edges[position] = self.successors(position)
            for after in edges[position]:
                if after not in depth:
                    depth[after] = depth[position] + 1
                    queue.append(after)
            if len(depth) > limit:
                raise OverflowError("too many positions")
        return depth, edges


class Parser:
    """Formulas, as nested tuples; terms, as in read_kif."""
    TOKENS = re.compile(r"\s*(<->|->|!=|\.\.|[~&|()\[\].,;={}^]|[A-Za-z0-9_]+)")

    def __init__(self, text):
        self.tokens, at = [], 0
        while text[at:].strip():
            found = self.TOKENS.match(text, at)
            if not found:
                raise ValueError(text)
            self.tokens.append(found.group(1))
            at = found.end()

    def peek(self):
        return self.tokens[0] if self.tokens else None

    def take(self, expected=None):
        token = self.tokens.pop(0)
        if expected and token != expected:
            raise ValueError(expected)
        return token

    def term(self):
        name = self.take()
        if self.peek() != "(":
            return "?" + name if name[0].isupper() else name
        args = self.terms("(", ")")
        return (name, *args)

    def terms(self, opening, closing):
        self.take(opening)
        items = [self.term()]
        while self.peek() == ",":
            self.take()
            items.append(self.term())
        self.take(closing)
        return items

    def formula(self, level=0):
        signs = ["<->", "->", "|", "&"]
        if level == len(signs):
            return self.unary()
        left = self.formula(level + 1)
        if self.peek() == signs[level]:
            self.take()
            again = level if signs[level] != "<->" else level + 1
            return (signs[level], left, self.formula(again))
        return left

    def unary(self):
        if self.peek() == "~":
            self.take()
            return ("~", self.unary())
        if self.peek() == "next":
            self.take()
            count = 1
            if self.peek() == "^":
                self.take()
                count = int(self.take())
            inner = self.unary()
            for _ in range(count):
                inner = ("next", inner)
            return inner
        if self.peek() == "(":
            self.take()
            inner = self.formula()
            self.take(")")
            return inner
        return ("atom", self.term())


def degree(formula):
    if formula[0] == "atom":
        return 0
    return max(map(degree, formula[1:])) + (formula[0] == "next")


def holds_on(game, formula, sequence):
    kind = formula[0]
    if kind == "atom":
        return formula[1] in game.facts(sequence[0])
    if kind == "~":
        return not holds_on(game, formula[1], sequence)
    if kind == "next":
        return len(sequence) == 1 or holds_on(game, formula[1], sequence[1:])
    left = holds_on(game, formula[1], sequence)
    right = holds_on(game, formula[2], sequence)
    return {"&": left and right, "|": left or right,
            "->": not left or right, "<->": left == right}[kind]


def sequences(game, position, length):
    if not length or game.is_terminal(position):
        yield [position]
        return
    for after in game.successors(position):
        for rest in sequences(game, after, length - 1):
            yield [position, *rest]


def holds_in(game, formula, position):
    return all(holds_on(game, formula, sequence)
               for sequence in sequences(game, position, degree(formula)))


def property_holds(game, claim, position):
    """The formula of doc/certificates.md that the property stands for."""
    name, role = claim["property"], claim.get("role")
    players = [r for r in game.roles if r != "random"]
    roles = [role] if role else game.roles
    terminal = game.is_terminal(position)
    if claim.get("verdict") == "vacuous":
        return not terminal
    if name == "always":
        return holds_in(game, Parser(claim["formula"]).formula(), position)
    if name == "playable":
        return terminal or all(game.legal(position, r) for r in roles)
    if name == "goals":
        return not terminal or all(len(game.goals(position, r)) == 1
                                   for r in roles if r in players)
    if name in ("winnable", "reaches"):
        value = claim.get("value", 100)
        return not (terminal and value in game.goals(position, role))
    if name == "at-most":
        return not terminal or all(v <= claim["value"]
                                   for v in game.goals(position, role))
    if name == "bases":
        return all(("base", f) in game.facts(position) for f in position)
    if name == "inputs":
        return all(("input", r, m) in game.facts(position)
                   for r in game.roles for m in game.legal(position, r))
    if name == "zero-sum":
        left, right = (game.goals(position, r) for r in game.roles)
        return not terminal or left == {100 - v for v in right}
    if name == "turn-taking":
        return sum(len(game.legal(position, r)) > 1 for r in game.roles) < 2
    raise ValueError(name)


def longest_play(edges, start):
    """Steps of the longest play, or None if one can go on for ever."""
    lengths, under_way = {}, set()

    def length(position):
        if position in under_way:
            return None
        if position not in lengths:
            under_way.add(position)
            longest = 0
            for after in edges[position]:
                rest = length(after)
                if rest is None:
                    return None
                longest = max(longest, rest + 1)
            under_way.discard(position)
            lengths[position] = longest
        return lengths[position]
    return length(start)


def claim_is_true(text, claim, play="", limit=5000):
    """Whether CLAIM is true of the rules TEXT, from the position after PLAY."""
    game = Game(text)
    start = game.initial
    for step in filter(None, (part.strip() for part in play.split(";"))):
        start = game.step(start, Parser("(" + step + ")").terms("(", ")"))
    depth, edges = game.reach(start, limit)
    is_refuted = claim.get("verdict") == "refuted"
    if claim["property"] == "terminating":
        longest = longest_play(edges, start)
        if is_refuted:
            return longest is None
        return longest is not None and longest <= claim.get("bound", longest)
    within = claim.get("within", max(depth.values()))
    always = all(property_holds(game, claim, position)
                 for position in depth if depth[position] <= within)
    is_existence = claim["property"] in ("winnable", "reaches")
    if claim.get("verdict") == "vacuous":
        return always
    return always == (is_refuted == is_existence)
