import { sha256 } from "../kit/hash.ts";

/** The id of the only database of a server or a cluster. It needs no tag. */
const onlyId = "0";
/** Three bytes distinguish the databases of nearly every deployment; five are for those where two collide. */
const widths = [3, 5] as const;

/** Short names of databases in a trail: the first bytes of the hashes of their ids. */
export interface Tags {
  /** The bytes of each tag; 0 for the only database "0". */
  width: number;
  tags: Buffer[];
}

export function tagsOf(ids: readonly string[]): Tags {
  if (ids.length === 1 && ids[0] === onlyId) return { width: 0, tags: [Buffer.alloc(0)] };
  const hashes = ids.map((id) => sha256(id));
  const [short, long] = widths;
  const different = new Set(hashes.map((hash) => hash.readUIntBE(0, short)));
  const width = different.size === ids.length ? short : long;
  return { width, tags: hashes.map((hash) => hash.subarray(0, width)) };
}

/** Whether the tags of that many databases can have this width. */
export const isTagWidth = (width: number, databases: number): boolean =>
  width === 0 ? databases === 1 : widths.some((one) => one === width);

/** The tags of all databases in a slot as hexadecimal digits. The only database "0" has one here, too. */
export const tagNames = (tags: readonly Buffer[], databases: number): string[] =>
  databases === 1 && tags.length === 0 ? [onlyTag] : tags.map((tag) => tag.toString("hex"));

/** The digits of a database's long tag. Its short tag is the beginning. */
export const longTagOf = (id: string): string => sha256(id).subarray(0, widths[1]).toString("hex");

export const isLongTag = (tag: string): boolean => tag.length === 2 * widths[1];
export const shortTagOf = (tag: string): string => tag.slice(0, 2 * widths[0]);

/** The tag of the only database "0". */
export const onlyTag = shortTagOf(longTagOf(onlyId));

/**
 * Where each of these databases is in a trail; undefined for one that is not in it. Tags of another width are compared
 * by their common beginning.
 * @param tags of the trail; empty when its only database is "0"
 */
export function positionsOf(ids: readonly string[], tags: readonly Buffer[]): (number | undefined)[] {
  if (tags.length === 0) return ids.map((id) => (id === onlyId ? 0 : undefined));
  const width = tags[0]?.length ?? 0;
  const positions = new Map(tags.map((tag, index) => [tag.toString("hex"), index]));
  return ids.map((id) => positions.get(sha256(id).subarray(0, width).toString("hex")));
}
