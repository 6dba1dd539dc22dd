import type { Channel } from "@shardwatch/core/contract/channel/channel";
import { isWorse } from "@shardwatch/core/contract/incident/severity-order";
import type { IncidentSeverity } from "@shardwatch/core/contract/incident/words";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { channelsQuery } from "../../../../api/incidents/channels.ts";
import { routesQuery } from "../../../../api/incidents/routes.ts";
import { Checkbox } from "../../../../ui/form/Checkbox.tsx";
import { Foreign } from "../../../../ui/text/Foreign.tsx";
import { ChoiceGroup, RadioGroup } from "../../../../ui/form/Choices.tsx";
import type { RuleValues, SendTo } from "./rule-values.ts";

type Chosen = Pick<RuleValues, "sendTo" | "channels">;

interface SendToFieldsProps {
  values: Chosen;
  change: (part: Partial<Chosen>) => void;
  /** The fault of the chosen channels. */
  error: string | undefined;
  /** How urgent an incident of the rule can be. Without it, nothing is said about who gets it now. */
  urgency?: IncidentSeverity;
}

const optionsOf = (hasRoutes: boolean): readonly (readonly [SendTo, string])[] => [
  ["all", hasRoutes ? "The channels of the routes" : "All channels that are on"],
  ["chosen", "Only some channels"],
  ["nobody", "Nobody: incidents are only shown here"],
];

/** The channels that are on, and which of them take only what is more urgent. */
function Receivers({ channels, urgency }: { channels: readonly Channel[]; urgency: IncidentSeverity }) {
  const on = channels.flatMap(({ id, name, managed }) =>
    managed?.on === true ? [{ id, name, minimum: managed.minimum }] : [],
  );
  const heading = useId();
  const isSent = on.some(({ minimum }) => !isWorse(minimum, urgency));
  return (
    <div className="-mt-2 text-sm text-muted">
      {!isSent && <p>Now no channel takes an incident of severity {urgency}.</p>}
      <p id={heading}>Channels that are on:</p>
      <ul aria-labelledby={heading}>
        {on.map(({ id, name, minimum }) => (
          <li key={id}>
            <Foreign className="wrap-anywhere">{name}</Foreign>
            {isWorse(minimum, urgency) && `: no message, it takes none below ${minimum}`}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Who gets the incidents of a rule. */
export function SendToFields({ values: { sendTo, channels }, change, error, urgency }: SendToFieldsProps) {
  const { data, isError } = useQuery(channelsQuery);
  const { data: routes } = useQuery(routesQuery);
  const hasRoutes = routes !== undefined && (routes.routes.length > 0 || routes.rest !== null);
  const toggle = (id: string, isChosen: boolean) =>
    change({ channels: isChosen ? [...channels, id] : channels.filter((one) => one !== id) });
  return (
    <>
      <RadioGroup
        legend="Send to"
        value={sendTo}
        options={optionsOf(hasRoutes)}
        onChange={(next) => change({ sendTo: next })}
      />
      {sendTo === "all" && data && routes && !hasRoutes && urgency && (
        <Receivers channels={data.channels} urgency={urgency} />
      )}
      {sendTo === "chosen" && (
        <ChoiceGroup legend="Channels" error={error}>
          {data?.channels.map(({ id, name, managed }) => (
            <Checkbox
              key={id}
              {...(urgency &&
                managed &&
                isWorse(managed.minimum, urgency) && { hint: `takes none below ${managed.minimum}` })}
              label={<Foreign className="min-w-0 wrap-anywhere">{name}</Foreign>}
              checked={channels.includes(id)}
              onChange={({ target }) => toggle(id, target.checked)}
            />
          ))}
          {!data && (
            <p className="px-2 text-muted">{isError ? "The channels can't be loaded." : "Loading…"}</p>
          )}
        </ChoiceGroup>
      )}
    </>
  );
}
