import { foreignText } from "@shardwatch/core/kit/foreign-text";

/** INFO as section -> field -> value. The same field name may occur in several sections. */
export type Info = ReadonlyMap<string, ReadonlyMap<string, string>>;

/**
 * Reads the answer of INFO. Sections are in lower case. Fields before any heading are under "", because some
 * proxies omit the headings. A value may hold ":", "=", "," and "#". The first of a repeated field wins. Only modules
 * have one line each under the same name, so their values become one text of several lines.
 * Lines that are not fields are skipped, never an error.
 */
export function parseInfo(text: string): Info {
  const sections = new Map<string, Map<string, string>>();
  let section = "";
  // If a proxy has switched the server to RESP3, the text is marked as a verbatim string.
  for (const raw of text.replace(/^txt:/, "").split("\n")) {
    const line = raw.endsWith("\r") ? raw.slice(0, -1) : raw;
    const heading = /^\s?#\s+(.*)$/.exec(line)?.[1];
    if (heading !== undefined) {
      section = heading.trim().toLowerCase();
      continue;
    }
    const colon = line.indexOf(":");
    if (colon <= 0) continue;
    const fields = sections.get(section) ?? new Map<string, string>();
    sections.set(section, fields);
    const name = line.slice(0, colon);
    const known = fields.get(name);
    if (known === undefined) fields.set(name, line.slice(colon + 1));
    else if (name === "module") fields.set(name, `${known}\n${line.slice(colon + 1)}`);
  }
  return sections;
}

const fieldLimit = 200;

/** One field's text, safe to show; undefined when it is absent or empty. */
export function infoField(info: Info, section: string, name: string): string | undefined {
  return foreignText(info.get(section)?.get(name) ?? info.get("")?.get(name) ?? "", fieldLimit) || undefined;
}

/** One field as a whole number in decimal digits (figures may exceed 2^53); undefined otherwise. */
export function infoDigits(info: Info, section: string, name: string): string | undefined {
  const text = infoField(info, section, name);
  return text !== undefined && /^\d{1,20}$/.test(text) ? text : undefined;
}
