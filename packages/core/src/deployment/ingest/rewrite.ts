import { type DeploymentSource, sourceTraits } from "../../contract/source/source.ts";
import { sha256 } from "../../kit/hash.ts";
import { hour, minute } from "../../kit/time.ts";
import type { Key } from "../../table/keys.ts";
import { previousReleaseTexts, refusedFingerprint, sharedFingerprint } from "../rows/page-fingerprint.ts";
import { entriesOf, type PulseRow, refusedOf } from "../rows/pulse.table.ts";

/*
 * A release that adds a field to shapes changes every fingerprint. If each page were rewritten at its first report, all
 * writes of an organization would come within a minute. So a page keeps its former fingerprint until its own minutes of
 * the hour. They follow from its key, so nothing is stored for it.
 */

/** The minutes of a page last two intervals of its source, because one report may come late. */
const intervals = 2;

/** Whether now is in the minutes of the hour at which a pulse is rewritten. */
export function isRewriteDue({ sk }: Pick<Key, "sk">, kind: DeploymentSource, now: number): boolean {
  const start = Math.floor((sha256(sk).readUInt32BE() / 2 ** 32) * hour);
  return (now - start) % hour < intervals * sourceTraits[kind].interval * minute;
}

/**
 * Whether a pulse holds a page in the previous release's version of the fingerprint.
 * @param previous that release's fingerprint of the page as it is reported now
 */
export function isOfPreviousRelease(pulse: PulseRow | undefined, previous: string): boolean {
  if (!pulse) return false;
  const refused = refusedFingerprint(previous, [...refusedOf(pulse)]);
  const shared = sharedFingerprint(previous, [...entriesOf(pulse).keys()]);
  return [previous, refused, shared, ...previousReleaseTexts(previous)].includes(pulse.fingerprint);
}
