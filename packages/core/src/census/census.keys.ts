import type { OrganizationId } from "../access/scope.ts";
import { type Key, keysIn, type Run, runIn } from "../table/keys.ts";

const totalsPrefix = "TOTALS#";
const sparksPrefix = "SPARKS#";
const censusPrefix = "CENSUS#";

/** The totals of a day. @param date "2026-11-23", in UTC */
export const totalsKey = keysIn(totalsPrefix);

/** All totals of an organization, in the order of the days. */
export const totalsOf = runIn(totalsPrefix);

/** The day in the key of its totals. */
export const dateOfTotals = ({ sk }: Pick<Key, "sk">): string => sk.slice(totalsPrefix.length);

/** @param part counts from 0 */
export const sparksKey = (organization: OrganizationId, part: number): Key =>
  keysIn(sparksPrefix)(organization, String(part));

export const sparksOf = runIn(sparksPrefix);

/** A part of the list as it was at the end of a day. @param part counts from 0 */
export const censusKey = (organization: OrganizationId, date: string, part: number): Key =>
  keysIn(censusPrefix)(organization, `${date}#${part}`);

/** All that the census writes. */
export const runsOfCensus = [totalsOf, sparksOf, runIn(censusPrefix)] as const;

/** All parts of the list of one day. @param date "2026-11-23", in UTC */
export const censusRunOf = (organization: OrganizationId, date: string): Run =>
  runIn(`${censusPrefix}${date}#`)(organization);
