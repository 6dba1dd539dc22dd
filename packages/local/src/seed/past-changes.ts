import type { OrganizationId } from "@shardwatch/core/access/scope";
import type { FieldEntry } from "@shardwatch/core/changes/field-entry";
import type { PastChange } from "@shardwatch/core/changes/past-writes";
import type { DeploymentListItem } from "@shardwatch/core/contract/deployment/deployment";
import type { SourceInstance } from "@shardwatch/core/deployment/rows/observation";
import { viaOf } from "@shardwatch/core/deployment/rows/owner";
import { databasesAt, type DeploymentPast, shardTimes, type Silence, statusAt } from "./past-events.ts";
import { factsOf } from "./measure.ts";
import { troubleOf } from "./troubles.ts";

/** The changes of a deployment in its past, as reports would have left them. */
export function pastChanges(
  past: DeploymentPast,
  {
    organization,
    source,
    item,
  }: { organization: OrganizationId; source: SourceInstance; item: DeploymentListItem },
): PastChange[] {
  const by = { via: viaOf(source), source: source.kind };
  return [upgraded, raised, created, failed, renewed, replicated, saved]
    .flatMap((entriesOf) => entriesOf(past))
    .concat(licensed(past, item))
    .filter(([at]) => statusAt(past, at) !== undefined)
    .map(([at, fields]) => ({
      happening: { organization, at, by },
      deployment: [item.id, item.name],
      fields,
    }));
}

type Entry = [at: number, fields: FieldEntry[]];

/** The id of a database, and its name if it has one. */
function named({ deployment: { databases } }: DeploymentPast, index: number): [id: string, name?: string] {
  const { name = null } = databases[index] ?? {};
  return name === null ? [String(index + 1)] : [String(index + 1), name];
}

function upgraded(past: DeploymentPast): Entry[] {
  const { upgrade, deployment } = past;
  if (!upgrade) return [];
  const count = databasesAt(past, upgrade.at);
  const fields = deployment.databases.slice(0, count).flatMap(({ version }, index): FieldEntry[] => {
    const before = upgrade.before[index];
    return before === undefined ? [] : [["databases.version", before, version, ...named(past, index)]];
  });
  return fields.length > 0 ? [[upgrade.at, fields]] : [];
}

function raised(past: DeploymentPast): Entry[] {
  const limit = past.deployment.databases[0]?.limit;
  if (!past.raise || !limit) return [];
  const { at, before } = past.raise;
  return [[at, [["databases.memoryLimit", String(before), String(limit), ...named(past, 0)]]]];
}

function created(past: DeploymentPast): Entry[] {
  const { added, upgrade, deployment } = past;
  const index = deployment.databases.length - 1;
  const database = deployment.databases[index];
  if (!added || !database) return [];
  const version = (upgrade && added.at < upgrade.at && upgrade.before[index]) || database.version;
  const { name, limit, tls: tlsEnabled } = database;
  const memoryLimit = limit === null ? null : String(limit);
  const facts = { name, status: "active", version, memoryLimit, tlsEnabled, ...factsOf(database) };
  const known = Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== null));
  return [[added.at, [["databases.added", null, known, ...named(past, index)]]]];
}

function failed({ deployment, outages }: DeploymentPast): Entry[] {
  return outages.flatMap(({ from, until, status }): Entry[] => {
    const { message } = troubleOf(deployment, status);
    return [
      [
        from,
        [
          ["status", "active", status],
          ["statusMessage", null, message],
        ],
      ],
      [
        until,
        [
          ["status", status, "active"],
          ["statusMessage", message, null],
        ],
      ],
    ];
  });
}

const renewed = ({ renewal }: DeploymentPast): Entry[] =>
  renewal ? [[renewal.at, [["license.expirationDate", renewal.before, renewal.after]]]] : [];

/** A fact of the only database that was another for some time. */
function passing(
  past: DeploymentPast,
  time: Silence | undefined,
  [field, usual, other]: [string, number | boolean, number | boolean],
): Entry[] {
  if (!time) return [];
  return [
    [time.from, [[field, usual, other, ...named(past, 0)]]],
    [time.until, [[field, other, usual, ...named(past, 0)]]],
  ];
}
const replicated = (past: DeploymentPast) => passing(past, past.lost, ["databases.replicas", 1, 0]);
const saved = (past: DeploymentPast) =>
  passing(past, past.unsaved, ["databases.persistenceFailed", false, true]);

function licensed(past: DeploymentPast, { license }: DeploymentListItem): Entry[] {
  if (!license) return [];
  const { ramShardsInUse } = license;
  return shardTimes(past, ramShardsInUse).map((at, index): Entry => {
    const after = ramShardsInUse - index;
    return [at, [["license.ramShardsInUse", after - 1, after]]];
  });
}
