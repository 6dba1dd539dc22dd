import { CalendarClock } from "lucide-react";
import type { License } from "@shardwatch/core/contract/deployment/deployment";
import { type Level, levelOfShards } from "@shardwatch/core/contract/filter/severity";
import { formatPercent } from "@shardwatch/core/kit/percent";
import { formatCount } from "../../../../lib/words/count.ts";
import { Disclosure } from "../../../../ui/section/Disclosure.tsx";
import { Fact, Facts } from "../../../../ui/text/Facts.tsx";
import { Meter } from "../../../../ui/memory/Meter.tsx";
import { day } from "../../../../lib/time/absolute-time.ts";
import { type Expiry, type ShardUse, shardUses } from "./license.ts";
import { useExpiry } from "./license.ts";

const shardTones: Record<Level, string> = { critical: "text-bad", warning: "text-warn", ok: "text-muted" };
const fills: Record<Exclude<Expiry, "far">, string> = {
  expired: "bg-bad-soft text-bad",
  soon: "bg-warn-soft text-warn",
  later: "bg-sunken text-muted",
};

type Validity = ReturnType<typeof useExpiry>;

/** The part of a licence that is visible while its section is closed. */
function Summary({ license, valid, full }: { license: License; valid: Validity; full: ShardUse[] }) {
  const notes = [
    ...(license.features.includes("trial") ? [{ text: "trial", tone: "" }] : []),
    ...(valid ? [{ text: `${valid.text} (${day(license.expirationDate)})`, tone: valid.tone }] : []),
    ...full.map(({ name, percent }) => ({
      text: `${name} at ${formatPercent(percent ?? 0)}`,
      tone: shardTones[levelOfShards(percent ?? 0)],
    })),
  ];
  return notes.map(({ text, tone }, index) => (
    <span key={text} className={tone}>
      {index > 0 && ", "}
      {text}
    </span>
  ));
}

/** The licence's limits, their usage, and the expiry. */
export function LicenseSection({ license }: { license: License }) {
  const valid = useExpiry(license.expirationDate);
  const uses = shardUses(license);
  const full = uses.filter(({ percent = 0 }) => levelOfShards(percent) !== "ok");
  return (
    <Disclosure title="License Information" summary={<Summary license={license} valid={valid} full={full} />}>
      <div className="grid gap-4">
        {valid && valid.expiry !== "far" && <Consequence expiry={valid.expiry} text={valid.text} />}
        <Facts>
          {uses.map((use) => (
            <Fact key={use.name} name={use.name}>
              <Shards {...use} />
            </Fact>
          ))}
          <Fact name="Total shard limit">
            {license.shardsLimit > 0 ? formatCount(license.shardsLimit) : unstated}
          </Fact>
          <Fact name="Features">{license.features.join(", ")}</Fact>
          <Fact name="Activation date">{day(license.activationDate)}</Fact>
          <Fact name="Expiration date">{day(license.expirationDate)}</Fact>
          <Fact name="Cluster name">{license.clusterName}</Fact>
          <Fact name="Owner">{license.owner}</Fact>
        </Facts>
      </div>
    </Disclosure>
  );
}

const unstated = <span className="text-muted">No limit</span>;

function Shards({ name, inUse, limit, percent }: ShardUse) {
  if (percent === undefined) return `${formatCount(inUse)} in use, no limit`;
  const level = levelOfShards(percent);
  return (
    <span className="grid max-w-48 gap-1">
      <span>
        {`${formatCount(inUse)} of ${formatCount(limit)}`}
        <span className={shardTones[level]}>{` (${formatPercent(percent)})`}</span>
      </span>
      <Meter percent={percent} level={level} label={`${name} in use`} />
    </span>
  );
}

/** The effects of an expired licence: Redis Software's documentation, "Cluster license keys". */
function Consequence({ expiry, text }: { expiry: keyof typeof fills; text: string }) {
  const sentence = `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
  return (
    <div className={`flex items-start gap-2 rounded-md px-3 py-2 ${fills[expiry]}`}>
      <CalendarClock aria-hidden className="mt-0.5 size-4 shrink-0" />
      <p>
        <strong className="font-semibold">{sentence}</strong>{" "}
        {expiry === "expired"
          ? "You can't create or change databases until you install a new license key."
          : "After that you can't create or change databases until you install a new license key."}{" "}
        Cluster settings, failover and node upgrades keep working.
      </p>
    </div>
  );
}
