import { parseSync } from "oxc-parser";
import { retiredWords } from "./retired-words.mjs";

/** @typedef {{ line: number, text: string }} Paragraph */
/** @typedef {{ kind: "long sentence" | "retired word" | "long line", line: number, text: string }} Finding */

export const mostWords = 25;
export const widestLine = 100;

/** @param {string} text @param {number} offset @returns {number} the line of a place in a text, from 1 */
const lineAt = (text, offset) => text.slice(0, offset).split("\n").length;

/** What begins a paragraph of its own inside a comment or a document. */
const newParagraph = /^(@\w+|[-*] |\d+\. )/;

/**
 * Joins lines into paragraphs: an empty line ends one; a list item or a tag such as @param begins one.
 * @param {readonly string[]} lines
 * @param {number} first the line number of the first one
 * @returns {Paragraph[]}
 */
function paragraphsOf(lines, first) {
  /** @type {Paragraph[]} */
  const found = [];
  let open = false;
  for (const [index, raw] of lines.entries()) {
    const text = raw.trim();
    const last = found.at(-1);
    if (text === "") open = false;
    else if (open && last && !newParagraph.test(text)) last.text += ` ${text}`;
    else {
      found.push({ line: first + index, text });
      open = true;
    }
  }
  return found;
}

/**
 * The paragraphs of all comments in a source text. Comment lines that follow each other are one comment. A parser finds
 * them: a regular expression mistook strings and JSX text for comments.
 * @param {string} path names the language by its end
 * @param {string} source
 * @returns {Paragraph[]}
 */
export function commentParagraphs(path, source) {
  /** @type {{ start: number, end: number, lines: string[] }[]} */
  const blocks = [];
  for (const { type, value, start, end } of parseSync(path, source).comments) {
    if (type === "Block") {
      const lines = value.split("\n").map((line) => line.replace(/^\s*\* ?|^\*/, ""));
      blocks.push({ start, end, lines });
      continue;
    }
    const last = blocks.at(-1);
    const between = last ? source.slice(last.end, start) : undefined;
    if (last && between !== undefined && /^\n[ \t]*$/.test(between)) {
      last.lines.push(value);
      last.end = end;
    } else blocks.push({ start, end, lines: [value] });
  }
  return blocks.flatMap(({ start, lines }) => paragraphsOf(lines, lineAt(source, start)));
}

/**
 * The paragraphs of a Markdown document: without code, tables and headings, and with the text of a link in its place.
 * @param {string} source
 * @returns {Paragraph[]}
 */
export function documentParagraphs(source) {
  let inCode = false;
  const lines = source.split("\n").map((line) => {
    if (line.startsWith("```")) {
      inCode = !inCode;
      return "";
    }
    return inCode || /^(\||#|!\[)/.test(line) ? "" : line;
  });
  return paragraphsOf(lines, 1).map(({ line, text }) => ({
    line,
    text: text.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1"),
  }));
}

/** A point after these, or between digits, ends no sentence. */
const abbreviation = /(?:^|[\s(])(?:e\.g|i\.e|etc|vs|cf)\.$/;

/**
 * @param {string} paragraph
 * @returns {string[]} its sentences
 */
export function sentencesOf(paragraph) {
  const sentences = [""];
  for (const word of paragraph.split(/\s+/)) {
    const text = `${sentences.at(-1)} ${word}`.trim();
    sentences[sentences.length - 1] = text;
    if (/[.!?]["')*_]*$/.test(word) && !abbreviation.test(text)) sentences.push("");
  }
  return sentences.filter((sentence) => sentence !== "");
}

/** @param {string} text @returns {number} words; what is in backticks is one */
export const wordsIn = (text) =>
  text
    .replaceAll(/`[^`]*`/g, "code")
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

/**
 * @param {readonly Paragraph[]} paragraphs
 * @returns {Finding[]} the long sentences and the retired words in them
 */
function findingsIn(paragraphs) {
  return paragraphs.flatMap(({ line, text }) => {
    const long = sentencesOf(text).filter((sentence) => wordsIn(sentence) > mostWords);
    const plain = text.replaceAll(/`[^`]*`/g, "").toLowerCase();
    const retired = retiredWords.filter(({ word }) => word.test(plain));
    return [
      ...long.map((sentence) => ({
        kind: /** @type {const} */ ("long sentence"),
        line,
        text: `${wordsIn(sentence)} words: ${sentence}`,
      })),
      ...retired.map(({ word, instead }) => ({
        kind: /** @type {const} */ ("retired word"),
        line,
        text: `"${word.exec(plain)?.[0]}": use ${instead}`,
      })),
    ];
  });
}

/**
 * Lines of a document that are too wide: tables, code, and lines with a link may be.
 * @param {string} source
 * @returns {Finding[]}
 */
function longLines(source) {
  let inCode = false;
  return source.split("\n").flatMap((line, index) => {
    if (line.startsWith("```")) inCode = !inCode;
    if (inCode || line.length <= widestLine || line.startsWith("|") || /\]\(|https?:\/\//.test(line))
      return [];
    return [{ kind: "long line", line: index + 1, text: `${line.length} characters` }];
  });
}

/**
 * Everything in a file that is not plain English.
 * @param {string} path
 * @param {string} source
 * @returns {Finding[]}
 */
export function findingsOf(path, source) {
  if (!path.endsWith(".md")) return findingsIn(commentParagraphs(path, source));
  return [...findingsIn(documentParagraphs(source)), ...longLines(source)].toSorted(
    (a, b) => a.line - b.line,
  );
}
