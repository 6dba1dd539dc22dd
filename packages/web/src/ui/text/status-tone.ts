import { type Concern, type Level, levelOfConcern } from "@shardwatch/core/contract/filter/severity";

export type Tone = "bad" | "warn" | "good" | "neutral";

/**
 * The colour of a status. An incident's is the incident's, also where the word is "active". Only what works and has no
 * incident is good. What is wrong without an incident is being checked, or is silenced.
 */
export function toneOf(concern: Concern, level: Level): Tone {
  if (level !== "ok") return level === "critical" ? "bad" : "warn";
  return concern === "active" ? "good" : "neutral";
}

/** Whether a status has a filled badge with an icon. What is well has a dot. */
export const isTrouble = (concern: Concern, level: Level): boolean =>
  level !== "ok" || levelOfConcern(concern) !== "ok";
