import { digest } from "@shardwatch/core/kit/hash";
import { Lexer, LineCounter, parseDocument, Parser } from "yaml";
import { readOwnText } from "./text-file.ts";

/** In bytes. A hundred organizations with a hundred keys each need less. */
const mostBytes = 2 ** 20;
/** A configuration has five. A megabyte of brackets would take the parser half a minute and 660 MB. */
const mostLevels = 64;
/** The parser compares each name with all others of its place. */
const mostSettings = 100;
/** Words, marks and spaces. A megabyte of keys has 160,000; a megabyte of commas would take 670 MB. */
const mostWords = 200_000;

export type ReadYaml = { content: unknown; hash: string } | { fault: string };

/** What a file holds, and the SHA-256 of its text; or one sentence on why it can't be used. */
export function readYaml(path: string): ReadYaml {
  const text = readOwnText(path, mostBytes);
  if ("fault" in text) return { fault: `the file ${text.fault}` };
  const fault = whyNotRead(text.content);
  if (fault !== undefined) return { fault: `the file ${fault}` };
  const lineCounter = new LineCounter();
  // Pretty messages would quote the lines around a fault, which may hold a secret.
  const document = parseDocument(text.content, { lineCounter, prettyErrors: false });
  const [error] = document.errors;
  if (error) {
    return { fault: `the file ${notYaml(lineCounter, error.pos[0], error.code)}` };
  }
  // A file that was emptied by accident must not remove everything.
  if (document.contents === null)
    return { fault: 'the file is empty; "organizations: []" has none on purpose' };
  try {
    return { content: document.toJS({ maxAliasCount: 100 }), hash: digest(text.content) };
  } catch {
    return { fault: "the file refers to itself too often (YAML aliases)" };
  }
}

function notYaml(lineCounter: LineCounter, offset: number, code: string): string {
  const { line, col } = lineCounter.linePos(offset);
  return `is not YAML at line ${line}, column ${col} (${code})`;
}

/** Looks at one word after the other, and ends at the first that is too much or has no place. */
function whyNotRead(text: string): string | undefined {
  const lineCounter = new LineCounter();
  const parser = new Parser(lineCounter.addNewLine);
  const { stack } = parser;
  let words = 0;
  lineCounter.addNewLine(0);
  for (const word of new Lexer().lex(text)) {
    words += 1;
    if (words > mostWords) return `has more than ${mostWords.toLocaleString("en")} words and marks`;
    for (const token of parser.next(word))
      if (token.type === "error") return notYaml(lineCounter, token.offset, "UNEXPECTED_TOKEN");
    // The first entry is the document, and the last may be a word.
    if (stack.length > mostLevels + 1 && stack.filter((token) => "items" in token).length > mostLevels)
      return `has more than ${mostLevels} levels`;
    const top = stack.at(-1);
    const isMap = top?.type === "block-map" || (top?.type === "flow-collection" && top.start.source === "{");
    if (isMap && top.items.length > mostSettings)
      return `has more than ${mostSettings} settings at one place`;
  }
  return undefined;
}
