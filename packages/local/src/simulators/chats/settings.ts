import * as z from "zod";
import { choiceOf } from "../faults.ts";

/** What every service can do; the first is the usual way. */
const usual = {
  works: "Works",
  limits: "Works, and enforces its rate limits",
  slow: "Takes the message and answers late",
  hanging: "Takes nothing and never answers",
  "500": "Answers 500",
  "429": "Answers 429 with Retry-After",
  dies: "Takes the message and closes the connection without an answer",
} as const;

const pagerDuty = { ...usual, "400": "Answers 400: the event is invalid" } as const;

/** What each service can do, as a person reads it. */
export const faultsOf = {
  slack: {
    ...usual,
    invalid_auth: "Refuses the token: invalid_auth",
    token_revoked: "The token was revoked: token_revoked",
    channel_not_found: "The channel is gone: channel_not_found",
    not_in_channel: "The app was removed from the channel: not_in_channel",
    is_archived: "The channel is archived: is_archived",
    message_not_found: "Updates find no message: message_not_found",
    cant_update_message: "Updates are not allowed: cant_update_message",
    edit_window_closed: "Updates come too late: edit_window_closed",
  },
  pagerduty: pagerDuty,
  "pagerduty-eu": pagerDuty,
  teams: {
    ...usual,
    "401": "Refuses the signature: 401",
    "404": "The workflow is gone: 404",
    unposted: "Answers 202 and posts nothing",
  },
  googlechat: {
    ...usual,
    "401": "Refuses the token: 401",
    "403": "Refuses the key: 403",
    "404": "The space is gone: 404",
  },
} as const;

export type Service = keyof typeof faultsOf;
export type FaultOf<Name extends Service> = keyof (typeof faultsOf)[Name];
export type Fault = { [Name in Service]: FaultOf<Name> }[Service];

export interface Settings {
  fault: Fault;
  /** How late an answer is with "slow". */
  delayMs: number;
  /** The value of Retry-After with "429", in seconds; 0 leaves the header out. */
  retryAfter: number;
  /** The only bearer token, `sig` or `token` that is accepted; "" accepts any. */
  secret: string;
}

export const usualSettings: Settings = { fault: "works", delayMs: 5_000, retryAfter: 60, secret: "" };

const settingsSchema = (faults: Readonly<Record<string, string>>) =>
  z
    .strictObject({
      fault: choiceOf(faults),
      delayMs: z.coerce.number().int().min(0).max(600_000),
      retryAfter: z.coerce.number().int().min(0).max(1_000_000),
      secret: z.string().trim().max(200),
    })
    .partial();

/** The settings of one place of a service; undefined when the service does not have them. */
export function settingsOf(service: Service, input: unknown): Partial<Settings> | undefined {
  const read = settingsSchema(faultsOf[service]).safeParse(input);
  return read.success ? (read.data as Partial<Settings>) : undefined;
}
