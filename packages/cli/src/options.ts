import type { Options } from "./command.ts";

/** How long a command waits for the API, in seconds. */
export const timeouts = { usual: 30, most: 600 } as const;

/** The options of every command. */
export const everywhere = {
  profile: { value: "name", help: "which stored profile to use; without it, `default`" },
  timeout: {
    value: "seconds",
    help: `how long to wait for the API with each question, retries included; ${timeouts.usual} without it`,
  },
  "no-color": { help: "no colors; the variable `NO_COLOR` does the same" },
  "no-pager": { help: "show long tables at once" },
  help: { short: "h", help: "say what a command does" },
} as const satisfies Options;

/** The options of every command that prints objects. */
export const printing = {
  json: { help: "the API's own objects as one JSON document; `--json name,id` picks fields" },
  ndjson: { help: "the same, one object a line" },
  csv: { help: "a CSV file, safe to open in a spreadsheet" },
  columns: { value: "names", help: "which columns, with commas between them" },
  "no-header": { help: "leave out the line with the names of the columns" },
} as const satisfies Options;
