import { foreignName } from "../../kit/foreign-text.ts";
import type { CloudAccount, CloudDatabase, CloudList, Subscription } from "../../ports/redis-cloud.ts";

/*
 * Reads the API's answers and trusts no field, because answers differ from the documentation. It has no
 * cloudDetails; counts arrive as text; empty lists are missing. Only named fields are read, because some
 * answers contain passwords.
 */

type Fields = Record<string, unknown>;

const fieldsOf = (value: unknown): Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {};
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

const longestText = 200;
/** More regions than exist. */
const mostRegions = 100;

function text(value: unknown, longest = longestText): string | null {
  return (typeof value === "string" && foreignName(value, longest)) || null;
}

/** Numbers arrive as numbers or as strings. */
function amount(value: unknown): number | null {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) && number >= 0 ? number : null;
}

function idOf(value: unknown): string | null {
  const id = typeof value === "number" ? String(value) : value;
  return typeof id === "string" && /^\d{1,20}$/.test(id) ? id : null;
}

export function readAccount(json: unknown): CloudAccount | undefined {
  const account = fieldsOf(fieldsOf(json)["account"]);
  const id = idOf(account["id"]);
  return id === null ? undefined : { id, name: text(account["name"]) };
}

/** The subscriptions of that account; undefined for any other answer. */
export function readSubscriptions(json: unknown, accountId: string): CloudList<Subscription> | undefined {
  const { accountId: answered, subscriptions } = fieldsOf(json);
  // The answer for an account without subscriptions may lack the list, but never the account's id.
  if (idOf(answered) !== accountId) return undefined;
  if (subscriptions != null && !Array.isArray(subscriptions)) return undefined;
  return readEach(listOf(subscriptions), readSubscription);
}

/** One page of databases; undefined for any other answer. */
export function readDatabases(json: unknown): { list: CloudList<CloudDatabase>; read: number } | undefined {
  const { accountId, subscription } = fieldsOf(json);
  if (idOf(accountId) === null && subscription == null) return undefined;
  // Pro answers a list with one entry, Essentials an object.
  const holders = Array.isArray(subscription) ? subscription : [subscription];
  const databases = holders.flatMap((holder) => listOf(fieldsOf(holder)["databases"]));
  return { list: readEach(databases, readDatabase), read: databases.length };
}

function readEach<T>(values: readonly unknown[], read: (fields: Fields) => T | undefined): CloudList<T> {
  const items = values.flatMap((value) => read(fieldsOf(value)) ?? []);
  return { items, complete: items.length === values.length };
}

function readSubscription(fields: Fields): Subscription | undefined {
  const id = idOf(fields["id"]);
  if (id === null) return undefined;
  const details = listOf(fields["cloudDetails"]).map(fieldsOf);
  const regions = details.flatMap((detail) =>
    listOf(detail["regions"]).map((region) => text(fieldsOf(region)["region"])),
  );
  return {
    id,
    name: text(fields["name"]),
    status: text(fields["status"]) ?? "unknown",
    provider: text(fields["provider"]) ?? text(details[0]?.["provider"]),
    regions: [...new Set([text(fields["region"]), ...regions])]
      .filter((region) => region !== null)
      .slice(0, mostRegions),
  };
}

function readDatabase(fields: Fields): CloudDatabase | undefined {
  const id = idOf(fields["databaseId"]);
  if (id === null) return undefined;
  const parts = listOf(fields["crdbDatabases"]).map((part) => readPart(fieldsOf(part)));
  const plan = amount(fields["planMemoryLimit"]);
  const planUnit = text(fields["memoryLimitMeasurementUnit"])?.toUpperCase();
  return {
    id,
    ...readPart(fields),
    name: text(fields["name"]),
    protocol: text(fields["protocol"]),
    status: text(fields["status"]) ?? "unknown",
    replication: fields["replication"] === true,
    region: text(fields["region"]),
    persistence: text(fields["dataPersistence"]),
    modules: modulesOf(fields["modules"]),
    activeActive: fields["activeActiveRedis"] === true || parts.length > 0,
    tiered: isTiered(fields["memoryStorage"]),
    endpoint: text(fields["publicEndpoint"]),
    planMemoryLimitInMb: plan === null ? null : planUnit === "GB" ? plan * 1_024 : plan,
    parts,
  };
}

/** "ram" or "ram-and-flash". */
const isTiered = (storage: unknown): boolean | null =>
  typeof storage === "string" ? storage === "ram-and-flash" : null;

const mostModules = 50;
const longestModule = 60;

/** Sorted, because another order would be stored as a change. */
function modulesOf(value: unknown): string[] {
  const names = listOf(value).flatMap((module) => text(fieldsOf(module)["name"], longestModule) ?? []);
  return [...new Set(names)].toSorted().slice(0, mostModules);
}

/** The fields that a database and each region of an Active-Active database share. */
function readPart(fields: Fields): CloudDatabase["parts"][number] {
  const { enableTls, sslClientAuthentication, tlsClientAuthentication } = fieldsOf(fields["security"]);
  const byClient = sslClientAuthentication === true || tlsClientAuthentication === true;
  return {
    version: text(fields["redisVersion"]) ?? text(fields["redisVersionCompliance"]),
    memoryUsedInMb: amount(fields["memoryUsedInMb"]),
    memoryLimitInGb: amount(fields["memoryLimitInGb"]),
    datasetSizeInGb: amount(fields["datasetSizeInGb"]),
    // Client certificates require TLS, even if the other field is missing.
    evictionPolicy: text(fields["dataEvictionPolicy"]),
    tls: typeof enableTls === "boolean" ? enableTls : byClient ? true : null,
  };
}
