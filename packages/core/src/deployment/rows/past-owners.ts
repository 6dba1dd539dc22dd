import { day } from "../../kit/time.ts";

/** A source that owned a deployment. Times are Unix milliseconds. */
export interface PastOwner {
  /** Source and instance, as `ownerOf` writes them. */
  owner: string;
  /** Until when it owned the deployment. */
  until: number;
}

/** The owner of a deployment that stayed when its source moved to another organization. */
export const noOwner = "-#-";

/** A row remembers the owners of this time: as long as their five-minute values are kept. */
const rememberedFor = 3 * day;
/** Of so many, the oldest one only says when the next one began: nobody knows when it began itself. */
export const mostRemembered = 4;

/** The part of a summary that is about owners. */
interface Row {
  owner: string;
  former?: string | undefined;
}

/** The owners before the present one that a row remembers, the oldest first. */
export const pastOwnersOf = ({ former }: Pick<Row, "former">): PastOwner[] =>
  former === undefined
    ? []
    : (JSON.parse(former) as [string, number][]).map(([owner, until]) => ({ owner, until }));

/**
 * What a row remembers after it is written by `owner`. Undefined when there is nothing to remember.
 * @param now Unix milliseconds
 */
export function rememberOwner(row: Row | undefined, owner: string, now: number): string | undefined {
  if (!row) return undefined;
  const ended = row.owner === owner || row.owner === noOwner ? [] : [{ owner: row.owner, until: now }];
  const owners = [...pastOwnersOf(row), ...ended]
    .filter(({ until }) => until > now - rememberedFor)
    .slice(-mostRemembered);
  return owners.length > 0 ? JSON.stringify(owners.map((one) => [one.owner, one.until])) : undefined;
}
