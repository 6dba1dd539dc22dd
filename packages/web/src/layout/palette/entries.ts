import type { IncidentSeverity } from "@shardwatch/core/contract/incident/words";

/** An action or a page of the palette. */
export interface Entry {
  id: string;
  label: string;
  /** What it is or where, shown beside the label. */
  detail?: string | undefined;
  /**
   * What an action does, without what it does it to. A search has to name a part of it: who looks for a database does not
   * mean to silence its incident.
   */
  verb?: string | undefined;
  /** Further words that find it, after those whose label does. */
  words?: string | undefined;
  /** How urgent the incident behind it is. The detail says so in a word. */
  severity?: IncidentSeverity | undefined;
  /** Why the person may not choose it. */
  whyNot?: string | undefined;
  /** Whether it is what is chosen now. */
  isPresent?: boolean;
  run: () => void;
}

export interface EntryGroup {
  name: string;
  entries: readonly Entry[];
  /** Whether its entries do something, instead of leading somewhere. */
  acts?: true;
  /** How many are shown at most. */
  most?: number;
}

/** A longer list is not read: typing one more letter is faster. */
const usualMost = 8;
/** The first character of a text that looks for actions alone. */
const actionsOnly = ">";

/** What a text asks for. */
export function readSearch(text: string): { words: string[]; acts: boolean } {
  const acts = text.trimStart().startsWith(actionsOnly);
  const rest = acts ? text.replace(actionsOnly, "") : text;
  return { words: rest.toLowerCase().split(/\s+/).filter(Boolean), acts };
}

/** The rank of a match by further words. Those by labels have lower ones, and are better. */
const byWords = 2;

/** The rank of a match; undefined when a word is missing. */
function rank({ label, verb, words: further }: Entry, words: readonly string[]): number | undefined {
  const does = verb?.toLowerCase();
  if (does !== undefined && words.length > 0 && !words.some((word) => does.includes(word))) return undefined;
  const text = label.toLowerCase();
  const [first = ""] = words;
  if (words.every((word) => text.includes(word))) return text.startsWith(first) ? 0 : 1;
  if (further === undefined) return undefined;
  const all = `${text} ${further.toLowerCase()}`;
  return words.every((word) => all.includes(word)) ? byWords : undefined;
}

/**
 * The entries that contain every word of the text, in any case and order. Entries that start with the text
 * come first, then those with all words in their label, each in the given order. Groups keep their order, those that only
 * further words have found come last, and empty ones are left out. A text that begins with ">" finds actions alone.
 */
export function matching(groups: readonly EntryGroup[], text: string): EntryGroup[] {
  const { words, acts } = readSearch(text);
  const asked = acts ? groups.filter((group) => group.acts) : groups;
  const found = asked.flatMap(({ name, entries, most = usualMost }) => {
    const ranked = entries.flatMap((entry) => {
      const place = rank(entry, words);
      return place === undefined ? [] : [{ entry, place }];
    });
    const sorted = ranked.toSorted((one, other) => one.place - other.place).slice(0, most);
    const [best] = sorted;
    return best ? [{ name, entries: sorted.map(({ entry }) => entry), best: best.place }] : [];
  });
  return found.toSorted((one, other) => Number(one.best === byWords) - Number(other.best === byWords));
}
