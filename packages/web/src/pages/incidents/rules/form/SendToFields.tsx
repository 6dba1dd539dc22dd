import { useQuery } from "@tanstack/react-query";
import { channelsQuery } from "../../../../api/incidents/channels.ts";
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
}

const options: readonly (readonly [SendTo, string])[] = [
  ["all", "All channels that are on"],
  ["chosen", "Only some channels"],
  ["nobody", "Nobody: incidents are only shown here"],
];

/** Who gets the incidents of a rule. */
export function SendToFields({ values: { sendTo, channels }, change, error }: SendToFieldsProps) {
  const { data, isError } = useQuery(channelsQuery);
  const toggle = (id: string, isChosen: boolean) =>
    change({ channels: isChosen ? [...channels, id] : channels.filter((one) => one !== id) });
  return (
    <>
      <RadioGroup
        legend="Send to"
        value={sendTo}
        options={options}
        onChange={(next) => change({ sendTo: next })}
      />
      {sendTo === "chosen" && (
        <ChoiceGroup legend="Channels" error={error}>
          {data?.channels.map(({ id, name }) => (
            <Checkbox
              key={id}
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
