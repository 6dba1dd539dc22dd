import { digest } from "@shardwatch/core/kit/hash";
import { Lexer, LineCounter, parseDocument, Parser } from "yaml";
import { readOwnText } from "./text-file.ts";

/** In bytes. A hundred organizations with a hundred keys each need less. */
const mostBytes = 2 ** 20;
/** A configuration has five. A megabyte of brackets would take the parser half a minute and 660 MB. */
const mostLevels = 64;
/** The parser compares each name with all others of its place. */
const mostSettings = 100;

export type ReadYaml = { content: unknown; hash: string } | { fault: string };

/** What a file holds, and the SHA-256 of its text; or one sentence on why it can't be used. */
export function readYaml(path: string): ReadYaml {
  const text = readOwnText(path, mostBytes);
  if ("fault" in text) return { fault: `the file ${text.fault}` };
  const tooMuch = whatIsTooMuch(text.content);
  if (tooMuch !== undefined) return { fault: `the file has ${tooMuch}` };
  const lineCounter = new LineCounter();
  // Pretty messages would quote the lines around a fault, which may hold a secret.
  const document = parseDocument(text.content, { lineCounter, prettyErrors: false });
  const [error] = document.errors;
  if (error) {
    const { line, col } = lineCounter.linePos(error.pos[0]);
    return { fault: `the file is not YAML at line ${line}, column ${col} (${error.code})` };
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

/** Looks at one word after the other, and ends at the first that is too much. */
function whatIsTooMuch(text: string): string | undefined {
  const parser = new Parser();
  const { stack } = parser;
  for (const word of new Lexer().lex(text)) {
    for (const _ of parser.next(word));
    // The first entry is the document, and the last may be a word.
    if (stack.length > mostLevels + 1 && stack.filter((token) => "items" in token).length > mostLevels)
      return `more than ${mostLevels} levels`;
    const top = stack.at(-1);
    const isMap = top?.type === "block-map" || (top?.type === "flow-collection" && top.start.source === "{");
    if (isMap && top.items.length > mostSettings) return `more than ${mostSettings} settings at one place`;
  }
  return undefined;
}
