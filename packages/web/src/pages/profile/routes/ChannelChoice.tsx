import type { Channel } from "@shardwatch/core/contract/channel/channel";
import { Checkbox } from "../../../ui/form/Checkbox.tsx";
import { ChoiceGroup } from "../../../ui/form/Choices.tsx";
import { Foreign } from "../../../ui/text/Foreign.tsx";

interface ChannelChoiceProps {
  legend: string;
  /** Those that a route can lead to. */
  channels: readonly Channel[];
  chosen: readonly string[];
  error: string | undefined;
  onChange: (chosen: readonly string[]) => void;
}

/** Some of the channels. One that is off can be chosen: it may be on again. */
export const ChannelChoice = ({ legend, channels, chosen, error, onChange }: ChannelChoiceProps) => (
  <ChoiceGroup legend={legend} error={error}>
    {channels.map(({ id, name, managed }) => (
      <Checkbox
        key={id}
        label={<Foreign className="min-w-0 wrap-anywhere">{name}</Foreign>}
        {...(managed?.on === false && { hint: "Off" })}
        checked={chosen.includes(id)}
        onChange={({ target }) =>
          onChange(target.checked ? [...chosen, id] : chosen.filter((one) => one !== id))
        }
      />
    ))}
  </ChoiceGroup>
);
