import { unknownCode } from "../../kit/code16.ts";
import type { DatabasePast, Timeline } from "../timeline/timeline.ts";
import { decodePast, encodePast } from "./payload.ts";

/*
 * The utilization of steps in which a limit changed is an attribute of its own. A release that does not know it reads
 * the other figures as before. Without it, a server at 95 % that gets twice the limit was shown with 47.5 %. As a
 * column of every hour it would be a fifteenth more bytes. Its payload is that of hours and days, with this column in
 * the place of the memory.
 */

/** No database has a tag of one byte. */
const togetherTag = "00";

const isKnown = (codes: Uint16Array | undefined): codes is Uint16Array =>
  codes?.some((code) => code !== unknownCode) === true;

/** Undefined for a past in which no limit changed within a step. */
export function encodeUtilization({ utilization, databases, ...past }: Timeline): Buffer | undefined {
  const columns = [...databases].map(([tag, own]) => [tag, own.get("utilization")] as const);
  const known = [...columns, [togetherTag, utilization] as const].flatMap(
    ([tag, codes]): [string, DatabasePast][] => (isKnown(codes) ? [[tag, new Map([["used", codes]])]] : []),
  );
  if (known.length === 0) return undefined;
  const [status, covered] = [new Uint8Array(past.length), new Uint16Array(past.length)];
  return encodePast({ ...past, status, covered, databases: new Map(known) });
}

/** Adds what `encodeUtilization` wrote. Damaged bytes add nothing. */
export function addUtilization(past: Timeline, payload: Uint8Array | undefined): Timeline {
  const read = payload && decodePast(payload, past);
  for (const [tag, columns] of read?.databases ?? []) {
    const codes = columns.get("used");
    if (!codes) continue;
    if (tag === togetherTag) past.utilization = codes;
    else past.databases.get(tag)?.set("utilization", codes);
  }
  return past;
}
