import { brakeLimit } from "../../channel/delivery/brake.ts";
import { channelTraits } from "../../contract/channel/words.ts";
import type { RuleDefinition } from "../../contract/incident/own-rule.ts";
import type { RuleRehearsal } from "../../contract/incident/rehearsal.ts";
import { isWorse } from "../../contract/incident/severity-order.ts";
import type { CauseKind } from "../../contract/incident/words.ts";
import { type OpenChannel, routesTo } from "../messages/plan.ts";
import type { IncidentRecord } from "../rows/record.ts";
import type { Played, Script } from "./play.ts";
import type { Era } from "./stretches.ts";

type Counts = RuleRehearsal["incidents"];

/** What decides on the routes of an incident. */
type About = Pick<IncidentRecord, "rule" | "severity" | "cause" | "members">;

/**
 * Whether a channel gets every incident about a deployment, and whether it gets some of them. It depends on its route now
 * and on its severity. One for a source, which opens where facts are unknown, goes where everything else goes.
 */
function reachOf(
  { id: channelId }: OpenChannel,
  { severity, worse, worseSeverity, unknown }: RuleDefinition,
  { rule, channels, routingOf, routing }: Script,
) {
  const isRouted = routesTo<About>(channels, routingOf, routing);
  const severities = worse === null ? [severity] : [severity, worseSeverity];
  const kinds: readonly CauseKind[] = unknown === "fire" ? ["deployment", "source"] : ["deployment"];
  return (id: string) => {
    const members = [{ rule: rule.id, id, name: "", value: null }];
    const all = severities.flatMap((each) =>
      kinds.map((kind) => {
        const cause = { kind, id, name: "" };
        return isRouted({ rule: rule.id, severity: each, cause, members }, channelId);
      }),
    );
    return { every: all.every(Boolean), some: all.some(Boolean) };
  };
}

/** How many messages a channel got. Where the incidents are not known exactly, so are the messages. */
export function messagesOf(
  channel: OpenChannel,
  eras: readonly Era[],
  played: ReadonlyMap<Era, Played>,
  definition: RuleDefinition,
  script: Script,
  { to }: { to: number },
): Counts {
  const { severity, worse, worseSeverity, hours } = definition;
  const worst = worse === null ? severity : worseSeverity;
  const takesFirst = !isWorse(channel.minimum, severity);
  if (isWorse(channel.minimum, worst)) return { least: 0, likely: 0, most: 0 };
  const { events, storms } = channelTraits[channel.kind];
  const isOpeningsOnly = events === "openings";
  const reach = reachOf(channel, definition, script);
  let [least, likely, most] = [0, 0, 0];
  for (const era of eras) {
    const known = played.get(era);
    if (known) {
      const count = known.messages.get(channel.id) ?? 0;
      [least, likely, most] = [least + count, likely + count, most + count];
      continue;
    }
    const reached = era.stretches.map(({ past }) => reach(past.id));
    const share = reached.filter(({ some }) => some).length / Math.max(1, reached.length);
    if (share === 0) continue;
    // It opens, it gets worse, it flaps twice at most, it ends.
    const changes = isOpeningsOnly ? 0 : 1 + Number(worse !== null) + 2;
    const windows = Math.ceil((Math.min(era.end, to) - era.from) / brakeLimit.within) + 1;
    const braked = storms === "each" ? Infinity : windows * (brakeLimit.messages + 1);
    const isCertain = reached.every(({ every }) => every);
    const own = {
      least: Number(era.least > 0 && hours === null && takesFirst && isCertain),
      most: Math.min(era.most * (1 + changes), braked),
    };
    // It opens and ends.
    const sent = takesFirst ? Math.round(era.likely * share) * (isOpeningsOnly ? 1 : 2) : 0;
    least += own.least;
    likely += Math.min(own.most, Math.max(own.least, sent));
    most += own.most;
  }
  return { least, likely, most };
}
