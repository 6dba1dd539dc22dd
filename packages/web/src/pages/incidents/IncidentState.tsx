import type { Incident } from "@shardwatch/core/contract/incident/incident";
import { endings } from "../../incidents/states.ts";
import { shortTime } from "../../lib/time/short-time.ts";
import { Foreign } from "../../ui/text/Foreign.tsx";

type Shown = Pick<Incident, "state" | "resolution" | "acknowledged" | "silencedUntil" | "flapping">;

/** How an incident is handled: firing, acknowledged, silenced, or how it ended. */
export function IncidentState({ incident }: { incident: Shown }) {
  const { state, resolution, acknowledged, silencedUntil, flapping } = incident;
  if (state === "resolved") return <span>{resolution === null ? "Over" : endings[resolution]}</span>;
  return (
    <span className="inline-flex flex-wrap items-baseline gap-x-2">
      {silencedUntil !== null ? (
        <span>Silenced until {shortTime(silencedUntil)}</span>
      ) : acknowledged ? (
        <span className="min-w-0 break-words">
          Acknowledged by <Foreign>{acknowledged.by.name ?? "a former member"}</Foreign>
        </span>
      ) : (
        <span className="font-medium">Firing</span>
      )}
      {flapping && <span className="text-sm text-warn">Flapping</span>}
    </span>
  );
}
