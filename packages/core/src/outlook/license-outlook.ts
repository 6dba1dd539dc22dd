import type { DeploymentListItem, License } from "../contract/deployment/deployment.ts";
import { isLastKnown } from "../contract/filter/severity.ts";
import {
  daysOfRunway,
  type ShardDay,
  shardRunwayOf,
  type ShardRunway,
} from "../contract/outlook/license-pace.ts";
import { shardText } from "../contract/outlook/license-words.ts";
import type { LicensedShards, LicenseOutlook, SoonerKind } from "../contract/outlook/licenses.ts";
import { day, daysUntil } from "../kit/time.ts";

/** The item of a cluster with a license. */
export type Licensed = DeploymentListItem & { license: NonNullable<DeploymentListItem["license"]> };

/** Shards in use at the end of a day. */
export interface PastShards {
  day: number;
  shards: { ramShards: number; flashShards: number };
}

/** Whether one limit counts for RAM and flash: of a trial, and before version 7.2. */
export const hasOneLimit = ({
  ramShardsLimit,
  flashShardsLimit,
  shardsLimit,
}: Pick<License, "ramShardsLimit" | "flashShardsLimit" | "shardsLimit">): boolean =>
  ramShardsLimit <= 0 && flashShardsLimit <= 0 && shardsLimit > 0;

/** When a license ends, Unix epoch in milliseconds; undefined when that is not known. */
export function endOf({ license: { expirationDate } }: Licensed): number | undefined {
  const end = expirationDate === null ? Number.NaN : Date.parse(expirationDate);
  return Number.isNaN(end) ? undefined : end;
}

interface Beside {
  /** Ascending, without today. */
  past: readonly PastShards[];
  features: readonly string[];
  now: number;
}

/** What is said of the license of a cluster. */
export function outlookOf(item: Licensed, { past, features, now }: Beside): LicenseOutlook {
  const { license } = item;
  const today = Math.floor(now / day);
  const runwayOf = (of: (shards: PastShards["shards"]) => number, limit: number): Judged => {
    const inUse = of({ ramShards: license.ramShardsInUse, flashShards: license.flashShardsInUse });
    const days: ShardDay[] = past.map((one) => ({ day: one.day, inUse: of(one.shards) }));
    const runway = shardRunwayOf([...days, { day: today, inUse }], limit);
    return { runway, shards: shardsOf(inUse, limit, runway) };
  };
  const isOne = hasOneLimit(license);
  const ram = isOne ? null : runwayOf(({ ramShards }) => ramShards, license.ramShardsLimit);
  const flash = isOne ? null : runwayOf(({ flashShards }) => flashShards, license.flashShardsLimit);
  const total = isOne
    ? runwayOf(({ ramShards, flashShards }) => ramShards + flashShards, license.shardsLimit)
    : null;
  const end = endOf(item);
  const days = end === undefined ? undefined : daysUntil(end, now);
  return {
    deploymentId: item.id,
    deploymentName: item.name,
    organizationId: item.organizationId,
    source: item.source,
    ...(item.via !== undefined && { via: item.via }),
    lastUpdated: item.lastUpdated,
    isStale: isLastKnown(item.status),
    ends: end === undefined ? null : new Date(end).toISOString(),
    days: days ?? null,
    ram: ram && ram.shards,
    flash: flash && flash.shards,
    total: total && total.shards,
    features: [...features],
    sooner: firstOf({ end: days, ...daysOf({ ram, flash, total }) }),
  };
}

interface Judged {
  runway: ShardRunway;
  shards: LicensedShards;
}

function shardsOf(inUse: number, limit: number, runway: ShardRunway): LicensedShards {
  const range = runway.say === "range" ? runway : undefined;
  return {
    inUse,
    limit: limit > 0 ? limit : null,
    say: runway.say,
    earliest: range ? Math.round(range.earliest) : null,
    latest: range ? Math.round(range.latest) : null,
    text: shardText(runway),
  };
}

const daysOf = <Kind extends string>(judged: Record<Kind, Judged | null>) =>
  Object.fromEntries(
    Object.entries<Judged | null>(judged).map(([kind, one]) => [
      kind,
      one ? daysOfRunway(one.runway) : undefined,
    ]),
  ) as Record<Kind, number | undefined>;

/** The one with the fewest days. Of equal ones the first. */
function firstOf(days: Readonly<Record<SoonerKind, number | undefined>>): LicenseOutlook["sooner"] {
  const known = Object.entries(days).flatMap(([kind, left]) =>
    left === undefined ? [] : [{ kind: kind as SoonerKind, days: Math.round(left) }],
  );
  const [first] = known.toSorted((one, other) => one.days - other.days);
  return first ?? null;
}
