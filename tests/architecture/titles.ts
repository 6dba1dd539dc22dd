import { parseAst } from "vitest/node";

interface Node {
  type: string;
  name?: string;
  callee?: Node;
  object?: Node;
  tag?: Node;
  arguments?: Node[];
  value?: unknown;
  key?: Node;
  properties?: Node[];
  quasis?: { value: { cooked: string | null } }[];
}

const callers = new Set(["test", "it", "describe", "group", "bench"]);

/** A test or a group: its title, of a template the fixed parts, and its tag for Playwright. */
export interface Title {
  title: string;
  tag: string | undefined;
}

/** The titles of all tests and groups in a test file. */
export function titlesIn(text: string, path: string): Title[] {
  const titles: Title[] = [];
  const visit = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    const node = value as Node;
    const title = node.type === "CallExpression" ? titleOf(node) : undefined;
    if (title !== undefined) titles.push({ title, tag: tagOf(node) });
    for (const child of Object.values(value)) visit(child);
  };
  visit(parseAst(text, { lang: path.endsWith("x") ? "tsx" : path.endsWith(".mjs") ? "js" : "ts" }, path));
  return titles;
}

/** The first argument of `test("...")`, `test.only("...")` or `test.each([...])("...")`; undefined for another call. */
function titleOf({ callee, arguments: [first] = [] }: Node): string | undefined {
  if (!callers.has(rootName(callee) ?? "")) return undefined;
  if (typeof first?.value === "string") return first.value;
  return first?.quasis?.map(({ value }) => value.cooked ?? "").join(" ");
}

/** The tag of `test("...", { tag: "@all" }, ...)`. */
function tagOf({ arguments: [, options] = [] }: Node): string | undefined {
  const tag = options?.properties?.find(({ key }) => key?.name === "tag")?.value as Node | undefined;
  return typeof tag?.value === "string" ? tag.value : undefined;
}

/** The name at the left end of `a.b(c)(d)`. */
function rootName(node: Node | undefined): string | undefined {
  if (node === undefined) return undefined;
  return node.type === "Identifier" ? node.name : rootName(node.callee ?? node.object ?? node.tag);
}

/** The numbers of requirements that a title names: LST06, R3, P7b. */
export const numbersIn = (title: string): string[] =>
  title.match(/\b(?:[A-Z]{2,4}\d{2}|[RP]\d{1,2}b?)\b/g) ?? [];
