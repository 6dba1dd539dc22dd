import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./paths.mjs";

const oldest = 90;
const day = 86_400_000;

/** The tables that follow makers' pages, each with the constant that has its date. */
const tables = [
  { name: "end of support", file: "end-of-support.ts", constant: "supportAsOf" },
  { name: "vulnerabilities", file: "vulnerability-table.ts", constant: "vulnerabilitiesAsOf" },
];

/** @param {{ file: string, constant: string }} table */
function dateOf({ file, constant }) {
  const text = readFileSync(join(root, "packages/core/src/contract/support", file), "utf8");
  const date = new RegExp(`${constant} = "(\\d{4}-\\d\\d-\\d\\d)"`).exec(text)?.[1];
  if (date === undefined) throw new Error(`${file} has no date ${constant}`);
  return date;
}

/**
 * The age of the tables that follow makers' pages.
 * @param {number} now Unix epoch in milliseconds
 */
export const tableAges = (now) =>
  tables.map((table) => {
    const asOf = dateOf(table);
    const days = Math.floor((now - Date.parse(asOf)) / day);
    return { name: table.name, asOf, days, isDue: days > oldest };
  });
