import { type Key, keyIn, keysIn, runIn } from "../../table/keys.ts";

const prefix = "ALERT#";
const openPrefix = `${prefix}OPEN#`;
const statePrefix = `${prefix}STATE#`;
const silencePrefix = `${prefix}SILENCE#`;
const rulePrefix = `${prefix}RULE#`;
const pastPrefix = "INCIDENT#";

/** All that a pass reads of its own rows. */
export const alertsOf = runIn(prefix);

export const clockKey = keyIn(`${prefix}CLOCK`);

/** What people said is patched. A pass of a former release reads it with the others, and ignores it. */
export const patchedKey = keyIn(`${prefix}PATCHED`);

/** The findings of a rule. */
export const stateKey = keysIn(statePrefix);

export const openKey = keysIn(openPrefix);
export const openOf = runIn(openPrefix);
export const isOpenKey = (sk: string): boolean => sk.startsWith(openPrefix);
export const isStateKey = (sk: string): boolean => sk.startsWith(statePrefix);
export const isPatchedKey = (sk: string): boolean => sk === `${prefix}PATCHED`;
export const isClockKey = (sk: string): boolean => sk === `${prefix}CLOCK`;

export const silenceKey = keysIn(silencePrefix);
export const isSilenceKey = (sk: string): boolean => sk.startsWith(silencePrefix);

/** What an organization wrote or changed. A pass of a former release reads it with the others, and ignores it. */
export const ruleKey = keysIn(rulePrefix);
export const rulesOf = runIn(rulePrefix);
export const isRuleKey = (sk: string): boolean => sk.startsWith(rulePrefix);

/** Where messages go. A pass of a former release reads it with the others, and ignores it. */
export const routesKey = keyIn(`${prefix}ROUTES`);
export const isRoutesKey = (sk: string): boolean => sk === `${prefix}ROUTES`;

export const pastKey = keysIn(pastPrefix);
export const pastOf = runIn(pastPrefix);
/** The sort key of a past incident. They sort by the minute in which the incident opened. */
export const pastSortKey = (id: string): string => `${pastPrefix}${id}`;

/** In the index: the organizations that are looked at every minute, because agents report to them. */
export const watchedEveryMinute = "ALERTS_WATCHED";

/** When passes were due. It belongs to no organization. */
export const ticksKey: Key = { pk: "PLATFORM", sk: "TICKS" };
