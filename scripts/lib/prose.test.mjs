import { expect, test } from "vitest";
import { commentParagraphs, documentParagraphs, findingsOf, sentencesOf, wordsIn } from "./prose.mjs";

const long = `${"word ".repeat(26).trim()}.`;

test("only comments of a source text are read, not strings, templates, expressions and JSX text", () => {
  const source = [
    'const url = "https://example.com"; // one',
    "const text = `// no ${/* two */ 1} // no`;",
    "const slashes = /\\/\\/ no/;",
    "const page = <p title='// no'>don't {/* three */} // it's no comment</p>;",
  ].join("\n");
  expect(commentParagraphs("a.tsx", source).map(({ text }) => text)).toEqual(["one", "two", "three"]);
});

test("lines of a comment are one paragraph; an empty line, a list item and a tag begin another", () => {
  const source = `
/**
 * First line,
 * second line.
 *
 * - an item
 *   that goes on
 * @param a of this kind
 */
// A sentence
// of two lines.

// Another comment.`;
  expect(commentParagraphs("a.ts", source)).toEqual([
    { line: 3, text: "First line, second line." },
    { line: 6, text: "- an item that goes on" },
    { line: 8, text: "@param a of this kind" },
    { line: 10, text: "A sentence of two lines." },
    { line: 13, text: "Another comment." },
  ]);
});

test("code, tables and headings of a document are left out, and links are their text", () => {
  const source = "# A title\n\nSee [the page](x.md).\n\n```sh\nnpm test\n```\n\n| a |\n| - |\n";
  expect(documentParagraphs(source)).toEqual([{ line: 3, text: "See the page." }]);
});

test("a sentence ends with a point, not with an abbreviation or inside a number", () => {
  expect(sentencesOf("It takes 1.5 s, e.g. on a phone. Is it `a.b`? Yes.")).toEqual([
    "It takes 1.5 s, e.g. on a phone.",
    "Is it `a.b`?",
    "Yes.",
  ]);
});

test("what is in backticks counts as one word, and signs count as none", () => {
  expect(wordsIn("`npm run seed` makes 10 rows – or none")).toBe(6);
});

test("a sentence of more than 25 words is found with its line", () => {
  expect(findingsOf("a.ts", `// short.\n\n// ${long}`)).toEqual([
    { kind: "long sentence", line: 3, text: `26 words: ${long}` },
  ]);
  expect(findingsOf("a.ts", `// ${long.replace("word ", "")}`)).toEqual([]);
});

test("retired words are found in comments and documents, with what to use instead; names in backticks are not", () => {
  expect(
    findingsOf("a.ts", "// Whoever asks is told `house`.\nconst house = 1;").map(({ text }) => text),
  ).toEqual([
    '"told": use report, deliver, show, say, or distinguish',
    '"whoever": use a person who, or the caller',
  ]);
  expect(findingsOf("a.md", "It stands for a standard that we understand.")).toEqual([]);
  expect(findingsOf("a.md", "The row stands there.")).toHaveLength(1);
});

test("a wide line of a document is found, unless it is a table, code or holds a link", () => {
  const wide = "x".repeat(101);
  const source = [wide, "", `| ${wide} |`, "", `[a](${wide})`, "", "```", wide, "```"].join("\n");
  expect(findingsOf("a.md", source)).toEqual([{ kind: "long line", line: 1, text: "101 characters" }]);
});
