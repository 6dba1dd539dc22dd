import { longestText } from "../contract/assistants/parts.ts";
import { cleanText } from "../kit/foreign-text.ts";

/** A text of a customer on one line, without characters that nobody sees, and cut. */
export function shownText(text: string): string {
  const clean = cleanText(text);
  if (clean.length <= longestText) return clean;
  const characters = Array.from(clean);
  if (characters.length <= longestText) return clean;
  // What joined the last character to the next one has to go, too.
  return `${cleanText(characters.slice(0, longestText - 1).join(""))}…`;
}

/** The same for every text inside of a value. */
export function shownTexts<Value>(value: Value): Value {
  if (typeof value === "string") return shownText(value) as Value;
  if (Array.isArray(value)) return value.map(shownTexts) as Value;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, inside]) => inside !== undefined)
      .map(([name, inside]) => [name, shownTexts<unknown>(inside)]),
  ) as Value;
}

/**
 * An answer with clean texts of customers. They are below `data`, and nowhere else. Fields that are undefined are left out
 * everywhere: what is not known is not there.
 */
export function cleaned({ data, ...own }: Record<string, unknown>): Record<string, unknown> {
  const present = Object.entries(own).filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(present), ...(data !== undefined && { data: shownTexts(data) }) };
}
