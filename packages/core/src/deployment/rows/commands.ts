import { shortId } from "./figures.ts";
import type { Observation } from "./observation.ts";

/** How many of each command were sent, by its name. */
export type CommandCounts = Readonly<Record<string, number>>;

/** Nothing is known: the agent does not count them, or they would have cost a write unit. */
const none = "[]";

/** Counts that several deployments of a page have in common. */
type Group = readonly [counts: CommandCounts | null, ...tags: string[]];

/**
 * The commands of a page as its pulse stores them: first the counts of most deployments, then those of each
 * other one with its tag. Almost always every server gets one INFO, so a page takes about twelve bytes. Counts since the
 * start would never be equal, and take 25 bytes for each deployment.
 */
export function packCommands(page: readonly Pick<Observation, "id" | "commands">[]): string {
  const tags = new Set(page.map(tagOf));
  const groups = [...Map.groupBy(page, ({ commands }) => JSON.stringify(commands ?? null))];
  const [most, ...others] = groups.toSorted(([, left], [, right]) => right.length - left.length);
  const grouped = others.map(([counts, members]): Group => [parsed(counts), ...members.map(tagOf)]);
  const text = JSON.stringify([parsed(most?.[0]), ...grouped]);
  return text === "[null]" || tags.size < page.length ? none : text;
}

/** A write unit in bytes. */
const unit = 1_024;
/** What a pulse takes beside its longest texts: names, times, its key. In bytes, rounded up. */
const others = 280;

/**
 * The commands if they fit into the write unit that the pulse costs anyway. Otherwise they are not kept.
 * @param texts the longest texts of the pulse
 */
export function withinUnit(commands: string | undefined, texts: readonly (string | undefined)[]) {
  if (commands === undefined) return undefined;
  const used = texts.reduce((sum, text) => sum + Buffer.byteLength(text ?? ""), others);
  return Buffer.byteLength(commands) <= unit - (used % unit) ? commands : none;
}

/** The commands of one deployment in what `packCommands` wrote. Null when they are not known. */
export function commandsIn(packed: string | undefined, id: string): CommandCounts | null {
  const [most, ...groups] = JSON.parse(packed ?? none) as [CommandCounts | null | undefined, ...Group[]];
  const own = groups.find(([, ...tags]) => tags.includes(tagOf({ id })));
  return (own ? own[0] : most) ?? null;
}

const parsed = (counts = "null") => JSON.parse(counts) as CommandCounts | null;

/** The beginning of an id, which is a hash: two of thirty are hardly ever the same. */
const tagOf = ({ id }: Pick<Observation, "id">): string => shortId(id).slice(0, 5);
