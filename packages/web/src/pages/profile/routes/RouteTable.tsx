import type { Channel } from "@shardwatch/core/contract/channel/channel";
import type { RouteList } from "@shardwatch/core/contract/incident/route";
import { Foreign } from "../../../ui/text/Foreign.tsx";
import { lineOf } from "./route-values.ts";

/** The names of channels. One that is off or gone gets nothing. */
function Names({ ids, channels }: { ids: readonly string[]; channels: readonly Channel[] }) {
  return (
    <ul className="flex min-w-0 flex-wrap gap-x-1.5">
      {ids.map((id, index) => {
        const channel = channels.find((one) => one.id === id);
        return (
          <li key={id} className={channel?.managed?.on === true ? "" : "text-muted"}>
            {channel ? <Foreign className="wrap-anywhere">{channel.name}</Foreign> : "A deleted channel"}
            {channel?.managed?.on === false && " (off)"}
            {index < ids.length - 1 && ","}
          </li>
        );
      })}
    </ul>
  );
}

interface RouteTableProps {
  list: RouteList;
  channels: readonly Channel[];
}

/** The routes in their order, with everything else as the last one. */
export function RouteTable({ list: { routes, rest }, channels }: RouteTableProps) {
  const line = "grid gap-x-4 gap-y-1 px-4 py-2 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]";
  return (
    <ol aria-label="Routes in their order" className="grid divide-y divide-line">
      {routes.map(({ filter, channels: ids, also }, index) => (
        // Two routes can be the same but for their places.
        <li key={index} className={line}>
          <span className="flex min-w-0 gap-3">
            <span className="figures text-muted">{index + 1}</span>
            <Foreign className="min-w-0 font-mono text-sm wrap-anywhere">{lineOf(filter)}</Foreign>
          </span>
          {/* On a phone, below the filter and not below its number. */}
          <span className="grid min-w-0 max-sm:pl-[calc(1ch+0.75rem)]">
            <Names ids={ids} channels={channels} />
            {also && <span className="text-sm text-muted">and on to what comes below</span>}
          </span>
        </li>
      ))}
      <li className={line}>
        <span className="font-medium">{routes.length === 0 ? "Every incident" : "Everything else"}</span>
        {rest === null ? <span>All channels that are on</span> : <Names ids={rest} channels={channels} />}
      </li>
    </ol>
  );
}
