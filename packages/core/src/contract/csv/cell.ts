/**
 * A value of a CSV file. Undefined is not known, and null is known to be none, such as the memory limit of a
 * server without one. A text can come from other people and machines.
 */
export type Cell = string | number | bigint | null | undefined;

/** Stands for null. An empty cell is not known. */
const none = "none";

/** Each begins a formula, also in full width or small, as East Asian keyboards write it. */
const operators = String.raw`[=+\-@\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b]`;

/**
 * Every place of a text where a spreadsheet could find a formula. That is not only its beginning. Where the
 * comma separates decimals, Excel splits a file at semicolons, and cells that were one become several. Blanks
 * and quotes before a formula do not stop one.
 */
const starts = new RegExp(String.raw`^(?=[\t\r\n\0])|(?<=^|[;\t\r\n])(?=["\0\p{Zs}]*${operators})`, "gu");

/** With an apostrophe at each of them, the spreadsheet takes the cell as text (CWE-1236, OWASP ASVS 1.2.10). */
const withoutFormulas = (text: string) => text.replace(starts, "'");

/** RFC 4180 requires the first four. Some readers split at the others, or drop blanks at the ends. */
const quoted = /[",\r\n;\t\0]|^\s|\s$/;

function writeText(text: string): string {
  const safe = withoutFormulas(text.toWellFormed());
  return quoted.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The cell as a file has it. Numbers stay numbers, negative ones too. */
export function writeCell(cell: Cell): string {
  if (cell === undefined) return "";
  if (cell === null) return none;
  return typeof cell === "string" ? writeText(cell) : String(cell);
}
