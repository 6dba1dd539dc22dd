import { formatPercent } from "@shardwatch/core/kit/percent";
import { CircleAlert } from "lucide-react";

interface Row {
  name: string;
  used: string;
  limit: string;
  percent: number;
  trouble?: { word: string; badge: string; fill: string; figure: string };
}

const full = {
  word: "Full",
  badge: "bg-bad-soft text-bad",
  fill: "bg-bad-fill",
  figure: "font-medium text-bad",
};
const nearlyFull = {
  word: "Nearly full",
  badge: "bg-warn-soft text-warn",
  fill: "bg-caution",
  figure: "font-medium text-warn",
};

const rows: readonly Row[] = [
  { name: "leaderboard-eu", used: "5.82", limit: "6.00 GiB", percent: 97.0, trouble: full },
  { name: "webhooks", used: "14.90", limit: "16.00 GiB", percent: 93.1, trouble: nearlyFull },
  { name: "checkout-sessions", used: "20.53", limit: "32.00 GiB", percent: 64.2 },
  { name: "product-search", used: "48.11", limit: "96.00 GiB", percent: 50.1 },
  { name: "feature-flags", used: "74.60", limit: "256.00 MiB", percent: 29.1 },
  { name: "job-queue", used: "1.27", limit: "2.00 GiB", percent: 63.5 },
];

/**
 * Looks like a row of the list. The list's own cells are part of 44 KB that the sign-in does not load. So a change of the
 * list's bar is repeated here.
 */
function FleetRow({ name, used, limit, percent, trouble }: Row) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_6.5rem_minmax(0,1fr)] items-center gap-4 border-t border-line px-4 py-2.5 text-sm first:border-t-0">
      <span className="truncate font-medium">{name}</span>
      {trouble ? (
        <span
          className={`inline-flex h-5.5 items-center gap-1.5 justify-self-start rounded-sm px-1.5 text-xs font-medium ${trouble.badge}`}
        >
          <CircleAlert className="size-3.5" />
          {trouble.word}
        </span>
      ) : (
        <span className="inline-flex items-center gap-1.5 text-muted">
          <span className="size-2 rounded-full bg-good" />
          Active
        </span>
      )}
      <span className="figures grid gap-1">
        <span className="flex justify-between gap-2 whitespace-nowrap">
          <span>
            {used} / {limit}
          </span>
          <span className={trouble?.figure ?? "text-muted"}>{formatPercent(percent)}</span>
        </span>
        <span className="relative block h-1 rounded-sm bg-track">
          <span
            className={`block h-full rounded-sm ${trouble?.fill ?? "bg-meter"}`}
            style={{ width: `${percent}%` }}
          />
          {[80, 90].map((mark) => (
            <span key={mark} className="absolute inset-y-0 w-px bg-surface" style={{ left: `${mark}%` }} />
          ))}
        </span>
      </span>
    </li>
  );
}

/** What the product is for, with a picture of a fleet. The figures are made up. */
export default function FleetPicture() {
  return (
    <div className="mx-auto grid w-full max-w-xl gap-8">
      <div className="grid gap-2">
        <p className="text-2xl font-semibold tracking-tight text-balance">
          Know what is full, down or expiring before your users do.
        </p>
        <p className="text-muted">Redis and Valkey, wherever they run.</p>
      </div>
      <div aria-hidden className="panel overflow-hidden shadow-popup">
        <p className="figures flex justify-between border-b border-line bg-head px-4 py-2 text-xs text-muted">
          <span>6 deployments</span>
          <span>90.70 of 152.25 GiB</span>
        </p>
        <ul>
          {rows.map((row) => (
            <FleetRow key={row.name} {...row} />
          ))}
        </ul>
      </div>
    </div>
  );
}
