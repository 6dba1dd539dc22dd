import { parse as readByCsvParse } from "csv-parse/sync";
import fc from "fast-check";
import Papa from "papaparse";
import { describe, expect, test } from "vitest";
import { type Cell, writeCell } from "./cell.ts";
import { csvFileName, csvHeader, csvWriter } from "./table.ts";

/** Two readers of different authors. */
const readers: Record<string, (text: string) => string[][]> = {
  "csv-parse": (text) => readByCsvParse(text, { record_delimiter: "\r\n" }),
  papaparse: (text) => {
    const { data, errors } = Papa.parse<string[]>(text, { delimiter: ",", newline: "\r\n" });
    expect(errors).toEqual([]);
    // It sees an empty line after the last line end.
    return data.slice(0, -1);
  },
};

const columns = {
  first: (row: readonly Cell[]) => row[0],
  second: (row: readonly Cell[]) => row[1],
  third: (row: readonly Cell[]) => row[2],
};
const write = csvWriter(columns);
const fileOf = (rows: readonly (readonly Cell[])[]) => csvHeader(columns) + rows.map(write).join("");

const fullWidth = ["\uff1d", "\uff0b", "\uff0d", "\uff20", "\ufe66", "\ufe62", "\ufe63", "\ufe6b"];
/** The hyphen is last, because in a class of characters it would mean a range. */
const operators = [...fullWidth, "=", "+", "@", "-"];
/** Blanks and quotes before a formula do not stop it. */
const formula = new RegExp(String.raw`^["\0\p{Zs}]*[${operators.join("")}]`, "u");
/** Characters that some spreadsheets drop at the beginning of a cell. */
const dropped = /^[\t\r\n\0]/;

const hostilePart = fc.constantFrom(
  ...operators,
  "\t",
  "\r",
  "\n",
  "\0",
  ";",
  ",",
  '"',
  "'",
  " ",
  "\r\n",
  "\u3000",
  "cmd|' /C calc'!A0",
  '=HYPERLINK("https://evil.example")',
  "\u202egnp.exe",
  "👩‍💻",
  "\ud800",
);
const text = fc.oneof(
  fc.array(hostilePart, { maxLength: 8 }).map((parts) => parts.join("")),
  fc.string({ unit: "grapheme" }),
  fc.string({ unit: "binary" }),
);
const rowsOf = (cell: fc.Arbitrary<Cell>) => fc.array(fc.tuple(cell, cell, cell), { maxLength: 5 });
const rows = rowsOf(fc.oneof(text, fc.integer(), fc.bigInt(), fc.constantFrom(null, undefined)));

/** A cell as people read it. */
function shown(cell: Cell): string {
  if (cell === undefined) return "";
  return (cell === null ? "none" : String(cell)).toWellFormed();
}

describe.each(Object.entries(readers))("LSX08 what %s reads back", (_, read) => {
  test("is what was written, whatever it is: an apostrophe is all that is ever added", () => {
    const bare = (table: readonly (readonly string[])[]) =>
      table.map((row) => row.map((each) => each.replaceAll("'", "")));
    fc.assert(
      fc.property(rows, (given) => {
        const [header, ...found] = read(fileOf(given));
        expect(header).toEqual(["first", "second", "third"]);
        expect(bare(found)).toEqual(bare(given.map((row) => row.map(shown))));
      }),
    );
  });

  test("is equal where no text has a formula's characters, and numbers are always equal", () => {
    const harmless = text.filter(
      (each) => !/[\t\r\n\0]/.test(each) && !operators.some((one) => each.includes(one)),
    );
    const cells = rowsOf(fc.oneof(harmless, fc.integer(), fc.bigInt(), fc.constantFrom(null, undefined)));
    fc.assert(
      fc.property(cells, (given) => {
        expect(read(fileOf(given)).slice(1)).toEqual(given.map((row) => row.map(shown)));
      }),
    );
  });

  test("has no text that begins a formula", () => {
    fc.assert(
      fc.property(rowsOf(text), (given) => {
        for (const each of read(fileOf(given)).flat()) {
          expect(each).not.toMatch(formula);
          expect(each).not.toMatch(dropped);
        }
      }),
    );
  });
});

test("LSX08 no text begins a formula for a spreadsheet that splits at semicolons, tabs or line ends", () => {
  fc.assert(
    fc.property(rowsOf(text), (given) => {
      const pieces = fileOf(given).split(/[;\t\r\n]/);
      for (const each of pieces) expect(each).not.toMatch(formula);
    }),
  );
});

test.each<[string, Cell, string]>([
  ["what is not known", undefined, ""],
  ["what there is none of", null, "none"],
  ["a number", 41.7, "41.7"],
  ["a negative number", -3, "-3"],
  ["more bytes than a float holds", 123_456_789_012_345_678_901n, "123456789012345678901"],
  ["a plain text", "orders-eu", "orders-eu"],
  ["a comma, quotes and a line break", 'a, "b"\nc', '"a, ""b""\nc"'],
  ["a blank at the end", "a ", '"a "'],
  ["a formula", "=1+1", "'=1+1"],
  ["a text that looks like a number", "-3", "'-3"],
  ["a formula in full width", "\uff1d1+1", "'\uff1d1+1"],
  ["a formula behind a blank", " @SUM(A1)", "' @SUM(A1)"],
  ["a formula behind a semicolon", "a;=1+1", '"a;\'=1+1"'],
  ["a formula behind a quote", 'a;"=1', '"a;\'""=1"'],
  ["a tab", "\ta", '"\'\ta"'],
])("LSX08 a cell with %s", (_, cell, written) => {
  expect(writeCell(cell)).toBe(written);
});

test("LSX08 every line ends with CR and LF, the header too", () => {
  expect(fileOf([["a", 1, undefined]])).toBe("first,second,third\r\na,1,\r\n");
});

test("LSX08 the name of a file has the date", () => {
  expect(csvFileName("deployments", Date.parse("2026-11-22T23:59:59Z"))).toBe("deployments-2026-11-22.csv");
});
