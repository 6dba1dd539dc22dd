import { type AddedKind, byPattern } from "./kind.ts";

/** A service of PagerDuty, by the key of its Events API v2 integration. */
export const pagerduty: AddedKind = {
  ...byPattern(
    "routingKey",
    /^[A-Za-z0-9]{32}$/,
    "an integration key of 32 letters and digits",
    "events.pagerduty.com",
  ),
  isSigned: false,
  place: {
    name: "region",
    pattern: /^(?:us|eu)$/,
    must: '"us" or "eu", where the PagerDuty account is',
    standard: "us",
  },
};
