import type { Channel } from "@shardwatch/core/contract/channel/channel";
import type { RouteList } from "@shardwatch/core/contract/incident/route";
import { canBeRouted, mostRoutes } from "@shardwatch/core/contract/incident/route-words";
import { Plus } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useKnown } from "../../../filter/line/use-known.ts";
import { isOutdated } from "../../../lib/errors.ts";
import { RadioGroup } from "../../../ui/form/Choices.tsx";
import { Form } from "../../../ui/form/Form.tsx";
import { LimitedButton } from "../../../ui/form/LimitedButton.tsx";
import { ChannelChoice } from "./ChannelChoice.tsx";
import { moved, type RouteValues, type RoutesValues, withNew } from "./route-values.ts";
import { RouteFields } from "./RouteFields.tsx";
import { RoutesPreview } from "./RoutesPreview.tsx";
import { useRoutesForm } from "./use-routes-form.ts";

const restOptions: readonly (readonly [RoutesValues["restTo"], string])[] = [
  ["all", "All channels that are on"],
  ["chosen", "Only some channels"],
];

interface RoutesFormProps {
  saved: RouteList;
  channels: readonly Channel[];
  onClose: () => void;
}

/** All routes as fields, in their order, with everything else as the last one. */
export function RoutesForm({ saved, channels, onClose }: RoutesFormProps) {
  const form = useRoutesForm({ saved, channels, onSaved: onClose });
  const { values, change, refused, error } = form;
  const { routes, restTo, restChannels } = values;
  const known = useKnown(undefined);
  const list = useRef<HTMLOListElement>(null);
  const [said, setSaid] = useState("");
  const [added, setAdded] = useState(0);
  const routable = channels.filter(canBeRouted);
  const isChecked = form.faultOf("routes") !== undefined;
  // The form is opened to type into it, and so is a new route.
  useEffect(() => {
    const fields = list.current?.querySelectorAll<HTMLElement>('input[role="combobox"]');
    fields?.[added === 0 ? 0 : fields.length - 1]?.focus();
  }, [added]);

  const changeAt = (at: number, part: Partial<RouteValues>) =>
    change({ routes: routes.map((each, index) => (index === at ? { ...each, ...part } : each)) });
  function move(at: number, by: -1 | 1) {
    change({ routes: moved(routes, at, by) });
    setSaid(`Route ${at + 1} is now ${at + 1 + by} of ${routes.length}`);
  }
  function remove(at: number) {
    change({ routes: routes.filter((_, index) => index !== at) });
    setSaid(`Route ${at + 1} removed`);
    list.current?.parentElement?.querySelector<HTMLElement>("[data-add-route]")?.focus();
  }

  return (
    <div className="grid min-w-0 items-start gap-4 xl:grid-cols-[minmax(0,1fr)_minmax(0,28rem)]">
      <Form
        form={form}
        place="section"
        label="Routes"
        verb="Save"
        pending="Saving…"
        onCancel={onClose}
        help={
          isOutdated(error) && (
            <p className="text-sm">Somebody else changed them. Cancel, and edit them as they are now.</p>
          )
        }
      >
        <p className="max-w-prose text-muted">
          The first route that matches a deployment takes its incidents. A rule with channels of its own goes
          to those instead.
        </p>
        <ol
          ref={list}
          aria-label="Routes in their order"
          className="grid divide-y divide-line rounded-md border border-line empty:hidden"
        >
          {routes.map((route, place) => (
            <RouteFields
              key={route.key}
              route={route}
              place={place}
              count={routes.length}
              channels={routable}
              known={known}
              isChecked={isChecked}
              refused={refused}
              onChange={(part) => changeAt(place, part)}
              onMove={(by) => move(place, by)}
              onRemove={() => remove(place)}
            />
          ))}
        </ol>
        <LimitedButton
          data-add-route
          className="justify-self-start"
          reason={
            routes.length >= mostRoutes ? `An organization has ${mostRoutes} routes at most.` : undefined
          }
          onClick={() => {
            change({ routes: withNew(routes) });
            setAdded(added + 1);
          }}
        >
          <Plus aria-hidden className="size-3.5" />
          Add route
        </LimitedButton>
        <div className="grid gap-4 rounded-md border border-line p-4">
          <RadioGroup
            legend="Everything else goes to"
            value={restTo}
            options={restOptions}
            onChange={(next) => change({ restTo: next })}
          />
          {restTo === "chosen" && (
            <ChannelChoice
              legend="Channels for everything else"
              channels={routable}
              chosen={restChannels}
              error={form.faultOf("restChannels") ?? refused["rest"]}
              onChange={(chosen) => change({ restChannels: chosen })}
            />
          )}
        </div>
        <p role="status" className="sr-only">
          {said}
        </p>
      </Form>
      <RoutesPreview values={values} />
    </div>
  );
}
