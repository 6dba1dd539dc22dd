import { unknownCode } from "../../kit/code16.ts";
import { isLongTag, shortTagOf } from "../tags.ts";
import { columnOf, type Timeline } from "./timeline.ts";

/**
 * Joins the two tags of one database. A deployment has long tags from the moment on at which two short ones collide. A
 * short tag that begins two long ones stays: nobody knows whose it was.
 */
export function unifyTags(timeline: Timeline): void {
  const long = [...timeline.databases.keys()].filter(isLongTag);
  const byShort = Map.groupBy(long, shortTagOf);
  for (const [short, [only, ...others]] of byShort) {
    const former = timeline.databases.get(short);
    if (!former || only === undefined || others.length > 0) continue;
    timeline.databases.delete(short);
    for (const [name, codes] of former) {
      const column = columnOf(timeline, only, name);
      for (const [index, code] of codes.entries()) if (column[index] === unknownCode) column[index] = code;
    }
  }
}
