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
 * Whether a pulse holds a page in the former version of the fingerprint.
 * @param former the former fingerprint of the page as it is reported now
 */
export function isOfPreviousRelease(pulse: PulseRow | undefined, former: string): boolean {
  if (!pulse) return false;
  const refused = refusedFingerprint(former, [...refusedOf(pulse)]);
  const shared = sharedFingerprint(former, [...entriesOf(pulse).keys()]);
  return [former, refused, shared, ...previousReleaseTexts(former)].includes(pulse.fingerprint);
}
