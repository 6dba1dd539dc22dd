/** Something that the palette can do or open. */
export interface Entry {
  id: string;
  label: string;
  run: () => void;
}

export interface EntryGroup {
  name: string;
  entries: readonly Entry[];
}

/** More would not be read: typing one more letter is faster. */
const mostPerGroup = 8;

/** Where the words are in the label: a lower number is a better place, undefined when one is missing. */
function rank(label: string, words: readonly string[]): number | undefined {
  const text = label.toLowerCase();
  if (!words.every((word) => text.includes(word))) return undefined;
  const [first = ""] = words;
  return text.startsWith(first) ? 0 : 1;
}

/**
 * The entries that hold every word of the text, in any case and order: those that start with it first, else in the
 * order given. Groups without any are left out.
 */
export function matching(groups: readonly EntryGroup[], text: string): EntryGroup[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return groups.flatMap(({ name, entries }) => {
    const ranked = entries.flatMap((entry) => {
      const place = rank(entry.label, words);
      return place === undefined ? [] : [{ entry, place }];
    });
    const found = ranked.toSorted((one, other) => one.place - other.place).slice(0, mostPerGroup);
    return found.length > 0 ? [{ name, entries: found.map(({ entry }) => entry) }] : [];
  });
}
