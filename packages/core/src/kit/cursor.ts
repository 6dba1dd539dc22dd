import { Problem } from "./problem.ts";

/** Base64 takes single bytes only, so JSON's escapes stand for all other characters. */
const escaped = (json: string) =>
  json.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

/**
 * Encodes the position at which a list continues, as an opaque text for the caller. It holds no secrets: it
 * is readable.
 */
export function encodeCursor(position: Record<string, string>): string {
  return btoa(escaped(JSON.stringify(position)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

/** Decodes a cursor; undefined for any text that `encodeCursor` did not write. */
export function decodeCursor(text: string): Record<string, string> | undefined {
  try {
    const value: unknown = JSON.parse(atob(text.replaceAll("-", "+").replaceAll("_", "/")));
    if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
    return Object.values(value).every((part) => typeof part === "string")
      ? (value as Record<string, string>)
      : undefined;
  } catch {
    return undefined; // not base64 or not JSON: the cursor is made up
  }
}

/** The error of every list for a cursor that is not its own. */
export function badCursor(): Problem {
  return new Problem("invalid", "This cursor isn't from this list.", {
    details: ["cursor: must be the nextCursor of an earlier page of the same list"],
  });
}
