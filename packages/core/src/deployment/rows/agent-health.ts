import type { ReportingAgent } from "../../contract/report/report.ts";
import { cleanText, foreignText } from "../../kit/foreign-text.ts";

/** What an agent reports about itself. */
export interface AgentHealth {
  version: string | null;
  platform: string | null;
  /** Unix epoch in milliseconds, by the agent's clock. */
  startedAt: number | null;
  /** Positive when the agent's clock is ahead of ours. */
  clockSkewMs: number | null;
  lastError: string | null;
  /** Which secret of its key it used, counted by the key's rotations. */
  secretNumber: number;
  /** What its configuration calls it. */
  name: string | null;
  /** How long its round before took, in milliseconds. Former agents don't report it. */
  roundMs: number | null;
}

/** How much of the last error and the name is stored: with more of them, the pulse of ten deployments exceeds a write unit. */
const longestTexts = 160;
/** What the duration of a round takes of it, with what is before it. */
const roundLength = 13;

/** Health as its pulse stores it: in this order and without names, so that a report costs one write unit. */
export function packHealth(
  { version, name, platform, startedAt, clockSkewMs, lastError, roundMs }: ReportingAgent,
  secretNumber = 0,
): string {
  const started = startedAt === undefined ? null : Date.parse(startedAt);
  const rest = longestTexts - (name?.length ?? 0) - (roundMs ? roundLength : 0);
  const error = foreignText(lastError ?? "", rest) || null;
  const more = [secretNumber, name ?? null, roundMs ?? null];
  while (more.length > 0 && !more.at(-1)) more.pop();
  return JSON.stringify([version, platform ?? null, started, clockSkewMs ?? null, error, ...more]);
}

const text = (value: unknown) => (typeof value === "string" ? cleanText(value) : null);
const number = (value: unknown) => (Number.isSafeInteger(value) ? (value as number) : null);
/** The last time that a Date can hold. */
const endOfTime = 8_640_000_000_000_000;

/** Reads what `packHealth` wrote. A value of the wrong kind counts as absent. */
export function readHealth(packed: unknown): AgentHealth {
  const [version, platform, startedAt, clockSkewMs, lastError, secretNumber, name, roundMs] = parsed(packed);
  const started = number(startedAt);
  return {
    version: text(version),
    platform: text(platform),
    startedAt: started !== null && Math.abs(started) <= endOfTime ? started : null,
    clockSkewMs: number(clockSkewMs),
    lastError: text(lastError),
    secretNumber: number(secretNumber) ?? 0,
    name: text(name),
    roundMs: number(roundMs),
  };
}

function parsed(packed: unknown): unknown[] {
  if (typeof packed !== "string") return [];
  try {
    const value: unknown = JSON.parse(packed);
    return Array.isArray(value) ? value : [];
  } catch {
    return []; // a pulse without health is still shown
  }
}
