import { jsonText } from "../output/json.ts";

/**
 * Lists of entries as YAML. Texts are in double quotes, as in JSON, unless nothing in them means anything in any version of
 * YAML. So no text becomes a number, a date or “no”, and none steers a terminal.
 */
export const yamlText = (lists: Readonly<Record<string, readonly object[]>>): string =>
  Object.entries(lists)
    .map(([name, entries]) =>
      entries.length === 0 ? `${name}: []\n` : `${name}:\n${entries.map(entryText).join("")}`,
    )
    .join("\n");

const entryText = (entry: object): string =>
  Object.entries(entry)
    .map(([name, value], index) => `${index === 0 ? "  - " : "    "}${name}: ${valueText(value)}\n`)
    .join("");

/** Begins with a letter, has blanks only between words, and is at least two words or an identifier of ours. */
const plain = /^[A-Za-z][A-Za-z_]*(?: [A-Za-z]+)*$/;
const meaningful = /^(?:y|n|yes|no|on|off|true|false|null)$/i;

function valueText(value: unknown): string {
  if (typeof value === "string" && plain.test(value) && !meaningful.test(value)) return value;
  if (Array.isArray(value)) return `[${value.map(valueText).join(", ")}]`;
  if (typeof value === "object" && value !== null)
    return `{ ${Object.entries(value)
      .map(([name, one]) => `${name}: ${valueText(one)}`)
      .join(", ")} }`;
  return jsonText(value);
}
