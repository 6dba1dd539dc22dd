import { Lexer, LineCounter, parseDocument, Parser } from "yaml";

/** Our files have five. A megabyte of brackets would take the parser half a minute and 660 MB. */
const mostLevels = 64;
/** The parser compares each name with all others of its place. */
const mostSettings = 100;
/** Words, marks and spaces. A megabyte of keys has 160,000; a megabyte of commas would take 670 MB. */
const mostWords = 200_000;

/**
 * What a configuration file holds, or the end of a sentence on why it cannot be used. The sentence has no word of the
 * file.
 */
export function parseYaml(text: string): { content: unknown; isEmpty: boolean } | { fault: string } {
  const fault = whyNotParsed(text);
  if (fault !== undefined) return { fault };
  const lineCounter = new LineCounter();
  // Pretty messages would quote the lines around a fault, which may hold a secret.
  const document = parseDocument(text, { lineCounter, prettyErrors: false });
  const [error] = document.errors;
  if (error) return { fault: notYaml(lineCounter, error.pos[0], error.code) };
  try {
    return { content: document.toJS({ maxAliasCount: 100 }), isEmpty: document.contents === null };
  } catch {
    return { fault: "refers to itself too often (YAML aliases)" };
  }
}

/** The end of a sentence on a file that is no YAML. */
function notYaml(lineCounter: LineCounter, offset: number, code: string): string {
  const { line, col } = lineCounter.linePos(offset);
  return `is not YAML at line ${line}, column ${col} (${code})`;
}

/**
 * The end of a sentence on why a text is not given to the parser. It looks at one word after the other, and ends at the
 * first that is too much or has no place.
 */
function whyNotParsed(text: string): string | undefined {
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
