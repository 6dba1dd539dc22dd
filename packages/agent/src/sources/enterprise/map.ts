import type { Database, License, Shard } from "@shardwatch/core/contract/deployment/deployment";
import type { ReportedDeployment } from "@shardwatch/core/contract/report/report";
import type { EnterpriseSettings } from "../../configuration/settings.ts";
import type { Reading, Status } from "../source.ts";
import { toSamples } from "./activity.ts";
import { nodesOf, nodeTrouble, reportedNodes } from "./cluster.ts";
import { toDatabases } from "./databases.ts";
import { ContentError, explain } from "./errors.ts";
import type { Failure } from "./errors.ts";
import type { Outcome, Parts } from "./parts.ts";
import { partNames } from "./requests.ts";
import { reportedShards } from "./shards.ts";
import { countOf, isFields, textOf, timeOf } from "./values.ts";

const textLimit = 200;
const featureLimit = 100;
const mostFeatures = 100;

/**
 * The licence from GET /v1/license; undefined when it is not an object. A trial licence has neither names nor
 * limits. Before 7.2 there are no limits by kind of shard: those are 0, as in the contract. Its text and key
 * are secrets and are not read.
 * @param clusterName used for the name that a trial licence lacks
 */
export function toLicense(value: unknown, clusterName: string | null): License | undefined {
  if (!isFields(value)) return undefined;
  const features = Array.isArray(value["features"]) ? value["features"] : [];
  return {
    activationDate: timeOf(value["activation_date"]),
    expirationDate: timeOf(value["expiration_date"]),
    clusterName: textOf(value["cluster_name"], textLimit) ?? clusterName,
    owner: textOf(value["owner"], textLimit),
    ramShardsInUse: countOf(value["ram_shards_in_use"]),
    ramShardsLimit: countOf(value["ram_shards_limit"]),
    flashShardsInUse: countOf(value["flash_shards_in_use"]),
    flashShardsLimit: countOf(value["flash_shards_limit"]),
    shardsLimit: countOf(value["shards_limit"]),
    features: features.flatMap((one) => textOf(one, featureLimit) ?? []).slice(0, mostFeatures),
  };
}

/** Data of a cluster beside its databases, which the API keeps. It is still reported during an outage. */
export interface Known {
  key: string;
  license: License | undefined;
  enterpriseAdminUrl: string | undefined;
  shards?: readonly Shard[] | undefined;
}

const unknownForm = explain(new ContentError("unknown form"));

/**
 * A cluster's answers as a deployment. A part that could not be read becomes a gap and keeps its last good
 * value. The licence comes from `before`; omitted databases stay.
 * @param before the data of the last good reading of the same cluster
 */
export function toReading(
  settings: EnterpriseSettings,
  key: string,
  parts: Parts,
  before: Known | undefined,
): { reading: Reading; known: Known } {
  const gaps: string[] = [];
  const license = readLicense(parts, before?.license, gaps);
  const trouble = readNodes(parts.nodes, gaps);
  const { databases, failure } = readDatabases(settings, parts, gaps);
  const shards = databases && readShards(parts.shards, databases, gaps);
  const known: Known = {
    key,
    license,
    enterpriseAdminUrl: settings.adminUrl ?? parts.cluster.adminUrl,
    shards: shards ?? before?.shards,
  };
  const [status, statusMessage] = statusOf(failure, trouble);
  const nodes = "value" in parts.nodes ? reportedNodes(parts.nodes.value, settings.tellAddress) : undefined;
  const reading = deployment(settings, known, { status, statusMessage, databases, nodes, gaps });
  if (!databases) return { known, reading };
  return { known, reading: { ...reading, samples: toSamples(databases, parts.activity) } };
}

/** The reading of a cluster that could not be read. It has no databases, so that the last known ones stay. */
export function toFailedReading(
  settings: EnterpriseSettings,
  known: Known,
  { status, message }: Failure,
): Reading {
  return deployment(settings, known, { status, statusMessage: message, databases: undefined, gaps: [] });
}

interface State {
  status: Status;
  statusMessage: string | undefined;
  databases: ReportedDeployment["databases"];
  nodes?: ReportedDeployment["nodes"];
  gaps: readonly string[];
}

function deployment({ name }: EnterpriseSettings, known: Known, state: State): Reading {
  const { license, enterpriseAdminUrl, key, shards } = known;
  const { status, statusMessage, databases, nodes, gaps } = state;
  return {
    deployment: {
      key,
      name,
      type: "ENTERPRISE",
      status,
      ...(statusMessage !== undefined && { statusMessage }),
      ...(databases && { databases }),
      ...(nodes && { nodes }),
      ...(databases && shards && { shards: [...shards] }),
      ...(license && { license }),
      ...(enterpriseAdminUrl !== undefined && { enterpriseAdminUrl }),
      ...(gaps.length > 0 && { gaps: [...gaps] }),
    },
  };
}

/** Missing databases are worse than a node's trouble, because little else can be shown. */
function statusOf(failure: Failure | undefined, trouble: string | undefined): [Status, string | undefined] {
  if (failure) return [failure.status, `The databases could not be read. ${failure.message}`];
  return trouble === undefined ? ["active", undefined] : ["degraded", trouble];
}

function readLicense(
  { license, cluster }: Parts,
  before: License | undefined,
  gaps: string[],
): License | undefined {
  if ("failure" in license) {
    // 404 is not a missing right: the cluster has no licence.
    if (license.failure.code === "404") return undefined;
    gaps.push(gap("license", license.failure));
    return before;
  }
  const read = toLicense(license.value, cluster.name?.slice(0, 200) ?? null);
  if (!read) gaps.push(gap("license", unknownForm));
  return read ?? before;
}

function readNodes(nodes: Outcome, gaps: string[]): string | undefined {
  if ("failure" in nodes) gaps.push(gap("nodes", nodes.failure));
  else if (nodesOf(nodes.value)) return nodeTrouble(nodes.value);
  else gaps.push(gap("nodes", unknownForm));
  return undefined;
}

/** Undefined when they could not be read. */
function readShards(shards: Outcome, databases: readonly Database[], gaps: string[]): Shard[] | undefined {
  if ("failure" in shards) {
    gaps.push(gap("shards", shards.failure));
    return undefined;
  }
  const read = reportedShards(shards.value, new Set(databases.map(({ id }) => id)));
  if (!read) gaps.push(gap("shards", unknownForm));
  return read;
}

function readDatabases(
  { tellAddress }: EnterpriseSettings,
  { databases, memoryUsed }: Parts,
  gaps: string[],
): { databases: ReportedDeployment["databases"]; failure?: Failure } {
  const failed = (failure: Failure) => {
    gaps.push(gap("databases", failure));
    return { databases: undefined, failure };
  };
  if ("failure" in databases) return failed(databases.failure);
  const known = "value" in memoryUsed ? memoryUsed.value : new Map<string, string>();
  const read = toDatabases(databases.value, known, tellAddress);
  if (!read) return failed(unknownForm);
  if ("failure" in memoryUsed) gaps.push(gap("stats", memoryUsed.failure));
  else gaps.push(...withoutFigure(partNames.stats, read.databases, "memoryUsed"));
  gaps.push(...withoutFigure("Memory limit", read.databases, "memoryLimit"));
  if (read.strange > 0)
    gaps.push(`${partNames.databases}: ${read.strange} came without a usable uid and were skipped.`);
  if (read.beyond > 0)
    gaps.push(`${partNames.databases}: ${read.beyond} are more than one report can hold and were skipped.`);
  return { databases: read.databases };
}

/**
 * The gap of a figure that the cluster gives for no database. One database without it is no gap: Redis
 * Enterprise does not measure a database while its shards move.
 */
function withoutFigure(
  figure: string,
  databases: readonly Database[],
  field: "memoryUsed" | "memoryLimit",
): string[] {
  if (databases.length === 0 || databases.some((database) => database[field] !== null)) return [];
  return [`${figure}: the cluster doesn't report it for any of its databases (${databases.length}).`];
}

/** One gap, of at most the 300 characters that a report accepts. */
function gap(part: keyof typeof partNames, { message }: Failure): string {
  return `${partNames[part]}: ${message}`.slice(0, 300);
}
