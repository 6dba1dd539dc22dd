/** An action or a page of the palette. */
export interface Entry {
  id: string;
  label: string;
  /** Whether it is what is chosen now. */
  isPresent?: boolean;
  run: () => void;
}

export interface EntryGroup {
  name: string;
  entries: readonly Entry[];
  /** How many are shown at most. */
  most?: number;
}

/** A longer list is not read: typing one more letter is faster. */
const usualMost = 8;

/** The rank of a match: lower is better, undefined when a word is missing. */
function rank(label: string, words: readonly string[]): number | undefined {
  const text = label.toLowerCase();
  if (!words.every((word) => text.includes(word))) return undefined;
  const [first = ""] = words;
  return text.startsWith(first) ? 0 : 1;
}

/**
 * The entries that contain every word of the text, in any case and order. Entries that start with the text
 * come first, the others in the given order. Empty groups are left out.
 */
export function matching(groups: readonly EntryGroup[], text: string): EntryGroup[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return groups.flatMap(({ name, entries, most = usualMost }) => {
    const ranked = entries.flatMap((entry) => {
      const place = rank(entry.label, words);
      return place === undefined ? [] : [{ entry, place }];
    });
    const found = ranked.toSorted((one, other) => one.place - other.place).slice(0, most);
    return found.length > 0 ? [{ name, entries: found.map(({ entry }) => entry) }] : [];
  });
}
