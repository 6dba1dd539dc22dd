import { incidentSeverities, type IncidentSeverity } from "../../contract/incident/words.ts";

/** What Slack answers. It answers 200 also where something is wrong. */
export interface SlackAnswer {
  ok: boolean;
  /** "" where it says none. */
  error: string;
  /** Names a message within its channel. */
  ts?: string;
  channel?: string;
}

/** The message of an incident in Slack, and how it was when it was last changed. */
export interface PostedMessage {
  channel: string;
  ts: string;
  severity: IncidentSeverity;
}

/** Seconds and microseconds, as "1503435956.000247". It is stored, and sent in later calls. */
const messageName = /^\d{1,20}\.\d{1,20}$/;

/** The texts of a JSON object, and whether it says `ok`; undefined for anything else. */
function textsOf(json: string): { ok: unknown; text: (name: string) => string | undefined } | undefined {
  try {
    const value: unknown = JSON.parse(json);
    if (typeof value !== "object" || value === null) return undefined;
    const known = new Map<string, unknown>(Object.entries(value));
    const text = (name: string) => {
      const one = known.get(name);
      return typeof one === "string" ? one : undefined;
    };
    return { ok: known.get("ok"), text };
  } catch {
    return undefined;
  }
}

/** The begin of an answer to a call that was done. What is repeated of the message comes after it. */
const doneBegin = /^\{"ok":true,"channel":"[A-Z0-9]{1,40}","ts":"[\d.]{1,40}"(?=,)/;

/**
 * An answer of Slack; undefined for what is none. One that is too long or too slow is cut. Its begin says enough: without
 * it, the message would be posted again.
 */
export function slackAnswerOf(json: string): SlackAnswer | undefined {
  const read = textsOf(json) ?? textsOf(`${doneBegin.exec(json)?.[0] ?? ""}}`);
  if (typeof read?.ok !== "boolean") return undefined;
  const [ts, channel] = [read.text("ts"), read.text("channel")];
  return {
    ok: read.ok,
    error: read.text("error") ?? "",
    ...(ts !== undefined && messageName.test(ts) && { ts }),
    ...(channel !== undefined && { channel }),
  };
}

/** A message as its delivery has it; undefined for what is none. */
export function postedMessageOf(json: string): PostedMessage | undefined {
  const read = textsOf(json);
  const [channel, ts] = [read?.text("channel"), read?.text("ts")];
  const severity = incidentSeverities.find((one) => one === read?.text("severity"));
  return channel === undefined || ts === undefined || !severity ? undefined : { channel, ts, severity };
}
