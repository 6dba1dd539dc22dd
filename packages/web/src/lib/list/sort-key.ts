import { compareTexts } from "../words/compare-texts.ts";

/** The characters of ASCII that can be seen. */
const ascii = Array.from({ length: 95 }, (_, index) => String.fromCharCode(0x20 + index));
const isAscii = /^[\x20-\x7e]*$/;

/** The place of each character in the language's order. Capitals have the place of their small letters. */
function placesOfCharacters(): ReadonlyMap<string, string> {
  const sorted = ascii.toSorted(compareTexts);
  const places = new Map<string, string>();
  let place = 0;
  for (const [index, character] of sorted.entries()) {
    const before = sorted[index - 1];
    if (before === undefined || compareTexts(before, character) !== 0) place += 1;
    places.set(character, String.fromCharCode(place));
  }
  return places;
}

let places: ReadonlyMap<string, string> | undefined;

/**
 * A text whose plain comparison equals `compareTexts`, at a tenth of the time. Undefined for names with other
 * characters than ASCII: only the language's own rules order those.
 */
export function sortKey(name: string): string | undefined {
  if (!isAscii.test(name)) return undefined;
  places ??= placesOfCharacters();
  const zero = places.get("0") ?? "";
  let key = "";
  for (const part of name.match(/\d+|\D/g) ?? []) {
    // A longer number is larger. Zeros in front of it do not count.
    const number = part.replace(/^0+(?=\d)/, "");
    const isNumber = part >= "0" && part < ":";
    key += isNumber ? `${zero}${String.fromCharCode(number.length)}${number}` : (places.get(part) ?? "");
  }
  return key;
}

export interface Keyed {
  name: string;
  key: string | undefined;
}

/** Compares two names like `compareTexts`, by their keys where both have one. */
export function compareKeyed(one: Keyed, other: Keyed): number {
  if (one.key === undefined || other.key === undefined) return compareTexts(one.name, other.name);
  if (one.key === other.key) return 0;
  return one.key < other.key ? -1 : 1;
}
