import type { Channel } from "@shardwatch/core/contract/channel/channel";
import { withoutMeaning } from "@shardwatch/core/contract/incident/rule-words";
import { ArrowDown, ArrowUp, Trash2 } from "lucide-react";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { Known } from "../../../filter/choices.ts";
import { FilterField } from "../../../filter/line/FilterField.tsx";
import { Button } from "../../../ui/form/Button.tsx";
import { Checkbox } from "../../../ui/form/Checkbox.tsx";
import { ChannelChoice } from "./ChannelChoice.tsx";
import { channelFault, filterFault, type RouteValues } from "./route-values.ts";

interface RouteFieldsProps {
  route: RouteValues;
  /** Its place, from 0, and how many there are. */
  place: number;
  count: number;
  channels: readonly Channel[];
  known: Known;
  /** Whether faults are shown that nobody has corrected yet. */
  isChecked: boolean;
  /** What the API refused. */
  refused: Readonly<Record<string, string>>;
  onChange: (part: Partial<RouteValues>) => void;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
}

/** One route: which deployments, which channels, and its place. */
export function RouteFields({ route, place, count, channels, known, isChecked, ...rest }: RouteFieldsProps) {
  const { refused, onChange, onMove, onRemove } = rest;
  const [isLeft, setIsLeft] = useState(false);
  const up = useRef<HTMLButtonElement>(null);
  const down = useRef<HTMLButtonElement>(null);
  const name = `route ${place + 1}`;
  /** The browser takes the focus from what moves. At the end of the list, the other button gets it. */
  const move = (by: -1 | 1) => {
    flushSync(() => onMove(by));
    const next = place + by;
    const isUp = next === 0 ? false : next === count - 1 ? true : by < 0;
    (isUp ? up : down).current?.focus();
  };
  return (
    <li className="grid min-w-0 gap-4 p-4" aria-label={`Route ${place + 1}`}>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="figures font-medium">Route {place + 1}</h3>
        <div className="flex gap-1">
          {count > 1 && (
            <>
              <Button
                ref={up}
                size="icon"
                emphasis="quiet"
                aria-label={`Move ${name} up`}
                aria-disabled={place === 0 || undefined}
                onClick={() => move(-1)}
              >
                <ArrowUp aria-hidden className="size-4" />
              </Button>
              <Button
                ref={down}
                size="icon"
                emphasis="quiet"
                aria-label={`Move ${name} down`}
                aria-disabled={place === count - 1 || undefined}
                onClick={() => move(1)}
              >
                <ArrowDown aria-hidden className="size-4" />
              </Button>
            </>
          )}
          <Button size="icon" emphasis="quiet" aria-label={`Remove ${name}`} onClick={onRemove}>
            <Trash2 aria-hidden className="size-4" />
          </Button>
        </div>
      </div>
      <FilterField
        label="Incidents about these deployments"
        hint="Words of names, and fields, as in the search of Deployments. Every part has to match."
        placeholder="cart region:eu-west-1"
        required
        text={route.filter}
        onText={(filter) => onChange({ filter })}
        onLeave={() => setIsLeft(route.filter.trim() !== "")}
        error={
          (isChecked || isLeft ? filterFault(route.filter) : undefined) ?? refused[`routes[${place}].filter`]
        }
        known={known}
        without={withoutMeaning}
      />
      <ChannelChoice
        legend="Send to"
        channels={channels}
        chosen={route.channels}
        error={(isChecked ? channelFault(route.channels) : undefined) ?? refused[`routes[${place}].channels`]}
        onChange={(chosen) => onChange({ channels: chosen })}
      />
      <div className="-mx-2">
        <Checkbox
          label="Also go on to what comes below"
          checked={route.also}
          onChange={({ target }) => onChange({ also: target.checked })}
        />
      </div>
    </li>
  );
}
