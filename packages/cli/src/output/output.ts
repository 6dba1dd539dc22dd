import type { Cell } from "@shardwatch/core/contract/csv/cell";
import { csvHeader, csvWriter } from "@shardwatch/core/contract/csv/table";
import { nearest } from "@shardwatch/core/contract/filter/nearest";
import { wrongUsage } from "../exit.ts";
import type { Machine } from "../machine.ts";
import { type Column, csvColumns, headerOf, textOf, type Tone } from "./column.ts";
import { jsonText } from "./json.ts";
import { linesOf, painter } from "./table.ts";

/** What a command prints: rows, with the columns of its table and the object of the API behind each. */
export interface Printed<Row> {
  /** All columns that there are, in the order of a file. */
  columns: readonly Column<Row>[];
  /** Names of those that a table has, in its order. All without it. */
  usual?: readonly string[];
  /** The API's own object. */
  objectOf: (row: Row) => object;
}

/** A value with what people call it. */
export interface Labelled {
  label: string;
  value: Cell;
  unit?: Column<unknown>["unit"];
  tone?: Tone | undefined;
}

/** Rows, in one piece or page by page. */
type Pages<Row> = AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>;

/** How a person wants to have it. */
export interface Wanted {
  form: "table" | "json" | "ndjson" | "csv";
  /** Fields of the objects; undefined for whole ones. */
  fields?: readonly string[];
  /** Names of columns; undefined for the usual ones. */
  columns?: readonly string[];
  hasHeader: boolean;
  hasColor: boolean;
  hasPager: boolean;
}

/** Prints what a command found. */
export class Output {
  readonly #machine: Machine;
  readonly wanted: Wanted;

  constructor(machine: Machine, wanted: Wanted) {
    this.#machine = machine;
    this.wanted = wanted;
  }

  /** Whether objects of the API are printed, and no table. */
  get isJson(): boolean {
    return this.wanted.form === "json" || this.wanted.form === "ndjson";
  }

  /** Whether a person reads it at once, as a table. */
  get isDrawn(): boolean {
    return this.wanted.form === "table" && this.#machine.stdout.isTerminal;
  }

  get paint(): ReturnType<typeof painter> {
    return painter(this.wanted.hasColor);
  }

  /** Which columns are printed. Throws a Failure for one that does not exist. */
  columnsOf<Row>({ columns, usual }: Printed<Row>): readonly Column<Row>[] {
    const names = this.wanted.columns ?? (this.wanted.form === "csv" ? undefined : usual);
    return names?.map((name) => named(columns, name)) ?? columns;
  }

  /** Prints rows. Resolves with their number. */
  async rows<Row>(pages: Pages<Row>, printed: Printed<Row>): Promise<number> {
    const columns = this.columnsOf(printed);
    const { form } = this.wanted;
    if (form === "csv") return await this.#csv(pages, columns);
    if (form === "ndjson") return await this.#each(pages, (row) => this.#objectLine(printed.objectOf(row)));
    if (form === "table" && !this.#machine.stdout.isTerminal) return await this.#tabbed(pages, columns);
    const rows: Row[] = [];
    for await (const page of pages) rows.push(...page);
    if (form === "json")
      await this.text(
        `${jsonText(
          rows.map((row) => this.#picked(printed.objectOf(row))),
          2,
        )}\n`,
      );
    else if (rows.length > 0) await this.text(this.table(rows, columns));
    return rows.length;
  }

  /** Prints rows that came later, each on a line of its own: no table can be aligned with what is not there yet. */
  further<Row>(rows: readonly Row[], printed: Printed<Row>): void {
    const columns = this.columnsOf(printed);
    const lineOf =
      this.wanted.form === "ndjson"
        ? (row: Row) => this.#objectLine(printed.objectOf(row))
        : this.wanted.form === "csv"
          ? csvWriter(csvColumns(columns))
          : (row: Row) => this.#tabbedLine(columns, row);
    if (rows.length > 0) this.#machine.stdout.write(rows.map(lineOf).join(""));
  }

  /** Rows as an aligned table. */
  table<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): string {
    const { stdout } = this.#machine;
    const reader = { isPerson: true, now: this.#machine.now() };
    const table = { width: stdout.columns, reader, hasHeader: this.wanted.hasHeader, paint: this.paint };
    return linesOf(columns, rows, table)
      .map((line) => `${line}\n`)
      .join("");
  }

  /** What is said about one thing: a label and a value each line. */
  facts(facts: readonly Labelled[]): string {
    const isPerson = this.#machine.stdout.isTerminal;
    const reader = { isPerson, now: this.#machine.now() };
    const width = Math.max(...facts.map(({ label }) => label.length));
    return facts
      .map(({ label, value, unit, tone }) => {
        const text = textOf({ name: label, unit, cell: () => value }, undefined, reader);
        return isPerson
          ? `${label.padEnd(width)}  ${tone ? this.paint(text, tone) : text}\n`
          : `${label}\t${text}\n`;
      })
      .join("");
  }

  /** Prints one object of the API. */
  async object(object: object): Promise<void> {
    const indent = this.wanted.form === "json" ? 2 : undefined;
    await this.text(`${jsonText(this.#picked(object), indent)}\n`);
  }

  /** Prints a text, through a pager where it is longer than the screen. */
  async text(text: string): Promise<void> {
    const { stdout } = this.#machine;
    const isLong = stdout.isTerminal && text.split("\n").length > stdout.rows;
    if (isLong && this.wanted.hasPager && (await this.#machine.page(text))) return;
    stdout.write(text);
  }

  async #csv<Row>(pages: Pages<Row>, columns: readonly Column<Row>[]): Promise<number> {
    const file = csvColumns(columns);
    if (this.wanted.hasHeader) this.#machine.stdout.write(csvHeader(file));
    return await this.#each(pages, csvWriter(file));
  }

  /** Lines for other programs: uncut, with tabs between the cells. */
  async #tabbed<Row>(pages: Pages<Row>, columns: readonly Column<Row>[]): Promise<number> {
    if (this.wanted.hasHeader) this.#machine.stdout.write(`${columns.map(headerOf).join("\t")}\n`);
    return await this.#each(pages, (row) => this.#tabbedLine(columns, row));
  }

  /** No cell has a tab or a line end. */
  #tabbedLine<Row>(columns: readonly Column<Row>[], row: Row): string {
    const reader = { isPerson: false, now: this.#machine.now() };
    return `${columns.map((column) => textOf(column, row, reader)).join("\t")}\n`;
  }

  #objectLine(object: object): string {
    return `${jsonText(this.#picked(object))}\n`;
  }

  async #each<Row>(pages: Pages<Row>, textOfRow: (row: Row) => string): Promise<number> {
    let count = 0;
    for await (const page of pages) {
      if (page.length > 0) this.#machine.stdout.write(page.map(textOfRow).join(""));
      count += page.length;
      // Nobody reads the rest.
      if (this.#machine.stdout.isClosed) break;
    }
    return count;
  }

  #picked(object: object): object {
    const { fields } = this.wanted;
    if (!fields) return object;
    const all = object as Readonly<Record<string, unknown>>;
    return Object.fromEntries(fields.map((field) => [field, all[field] ?? null]));
  }
}

/** A column goes by its name, or by what is above it. */
function named<Row>(columns: readonly Column<Row>[], name: string): Column<Row> {
  const lower = name.toLowerCase();
  const found = columns.find((one) => [one.name, one.header].some((each) => each?.toLowerCase() === lower));
  if (found) return found;
  const meant = nearest(
    name,
    columns.flatMap(({ name: own, header = own }) => [own, header]),
  );
  throw wrongUsage(`There is no column “${name}”${meant === undefined ? "" : `; did you mean ${meant}?`}`, [
    `There are: ${columns.map((one) => one.name).join(", ")}`,
  ]);
}
