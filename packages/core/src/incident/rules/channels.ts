import type { ChannelEnd } from "../../contract/channel/words.ts";
import { hour } from "../../kit/time.ts";
import { lasting } from "./condition.ts";
import { type ChannelRule, failing, type Judgement, well } from "./rule.ts";
import { advice, countOf } from "./words.ts";

/** How long nothing may arrive. Most receivers are back by then. */
const tolerated = hour;

const ofEnd: Readonly<Record<ChannelEnd, Judgement>> = {
  person: well,
  gone: failing("warning", "was switched off: its receiver answered that it is gone", { step: 2 }),
  refused: failing("warning", "was switched off: the other side does not accept its token, key or place", {
    step: 2,
  }),
  failing: failing("warning", "was switched off after five days without a success", { step: 2 }),
};

/** Messages do not arrive, and those who wait for them do not know. */
export const channelFailing: ChannelRule = {
  holds: "messages do not arrive",
  many: (count) => `Messages do not arrive in ${countOf(count, "channel")}`,
  condition: {
    text: `A channel that delivers nothing for ${lasting(tolerated)}, or that was switched off because messages did not arrive; over with the next delivery`,
    severities: ["warning"],
  },
  advice: advice(
    "Open the channel. Its log shows what its receiver answered. Send a test when the receiver is well, and retry what is dead. A channel that was switched off has to be switched on again.",
  ),
  cause: "channel",
  timing: () => ({ for: 0, keep: 0 }),
  judge: ({ off, failingSince }, now) => {
    if (off !== undefined) return ofEnd[off];
    return failingSince !== null && now - failingSince >= tolerated
      ? failing("warning", "has delivered nothing for an hour", { since: failingSince })
      : well;
  },
};
