import { parseAst, Visitor } from "vite";

/** Code of a library without which every screen is the same. Functions have the names of `nameOf` below. */
export interface Needless {
  /** Functions that nothing calls. A call throws, so a test of a new use notices it. */
  unused?: readonly (string | RegExp)[];
  /** Functions that are called and find nothing to do. Without their code they return undefined. */
  idle?: readonly (string | RegExp)[];
  /** Variables that always have their first value. The bundler then removes the branches that nothing reaches. */
  constant?: readonly string[];
}

interface Edit {
  start: number;
  end: number;
  text: string;
}

const thrown = '{throw Error("left out of the build")}';

/**
 * Leaves the code out, and keeps everything else as it is.
 * @throws when a name is not there, for example in another version of the library
 */
export function leaveOut(code: string, { unused = [], idle = [], constant = [] }: Needless): string {
  const edits: Edit[] = [];
  const found = new Set<string | RegExp>();
  /** Whether one of the names is this one. All that match are found. */
  const names = (wanted: readonly (string | RegExp)[], name: string) => {
    const matching = wanted.filter((each) => (typeof each === "string" ? each === name : each.test(name)));
    matching.forEach((each) => found.add(each));
    return matching.length > 0;
  };
  const empty = (name: string, body: { start: number; end: number } | null) => {
    if (!body) return;
    if (names(unused, name)) edits.push({ start: body.start, end: body.end, text: thrown });
    else if (names(idle, name)) edits.push({ start: body.start, end: body.end, text: "{}" });
  };
  new Visitor({
    FunctionDeclaration({ id, body }) {
      if (id) empty(id.name, body);
    },
    MethodDefinition({ key, value }) {
      empty(code.slice(key.start, key.end), value.body);
    },
    AssignmentExpression({ left, operator, right }) {
      const name = code.slice(left.start, left.end);
      if (right.type === "FunctionExpression") empty(name, right.body);
      else if (operator === "=" && names(constant, name))
        edits.push({ start: left.start, end: right.start, text: "" });
    },
  }).visit(parseAst(code));
  const missing = [...unused, ...idle, ...constant].filter((each) => !found.has(each));
  if (missing.length > 0) throw new Error(`Nothing is called ${missing.join(", ")}`);
  return applied(code, edits);
}

/** The code with the edits. Those inside another one are not needed. */
function applied(code: string, edits: Edit[]): string {
  let text = "";
  let end = 0;
  for (const edit of edits.toSorted((a, b) => a.start - b.start)) {
    if (edit.start < end) continue;
    text += code.slice(end, edit.start) + edit.text;
    ({ end } = edit);
  }
  return text + code.slice(end);
}
