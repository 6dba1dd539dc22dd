import type { Changeable, WatchingRule } from "@shardwatch/core/contract/incident/rule-list";
import { incidentSeverities, type IncidentSeverity } from "@shardwatch/core/contract/incident/words";
import { counted } from "../../../lib/words/count.ts";

type Unit = NonNullable<Changeable["thresholds"]>["unit"];

/** Severities as a figure rises through them. */
export const steps: readonly IncidentSeverity[] = incidentSeverities.toReversed();

/** "90%", "30 days"; "no step" where a severity has none. */
export function thresholdText(value: number | undefined, unit: Unit): string {
  if (value === undefined) return "no step";
  return unit === "percent" ? `${value}%` : counted(value, "day");
}

/** What an organization changed about a built-in rule, each with the default: "warning from 80% (90%)". */
export function differencesOf({ changes, changeable = {} }: WatchingRule): string[] {
  if (!changes) return [];
  const { thresholds } = changeable;
  const changed = changes.thresholds;
  const figures =
    thresholds && changed
      ? steps
          .filter((step) => changed[step] !== thresholds.values[step])
          .map((step) => {
            const [now, usual] = [changed[step], thresholds.values[step]].map((value) =>
              thresholdText(value, thresholds.unit),
            );
            return changed[step] === undefined ? `no ${step} (${usual})` : `${step} from ${now} (${usual})`;
          })
      : [];
  return [
    ...figures,
    ...(changes.for === undefined
      ? []
      : [`after ${counted(changes.for, "minute")} (${changeable.for ?? "unknown"})`]),
    ...(changes.severity === undefined ? [] : [`${changes.severity} (${changeable.severity ?? "unknown"})`]),
    ...sentText(changes.channels),
  ];
}

function sentText(channels: readonly string[] | null | undefined): string[] {
  if (!channels) return [];
  return [channels.length === 0 ? "sent to nobody (all channels)" : "sent to some channels (all channels)"];
}
