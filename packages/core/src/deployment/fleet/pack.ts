import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { Database } from "../../contract/deployment/deployment.ts";
import type { FleetItem, StoredDeployment } from "./database.ts";

/** What a list of databases or of targets shows of each, or a filter asks about it. */
const names = [
  "id",
  "name",
  "status",
  "version",
  "memoryLimit",
  "tlsEnabled",
  "engine",
  "evictionPolicy",
  "persistence",
  "nodeType",
  "region",
  "role",
  "endpoint",
  "activeActive",
  "tiered",
] as const satisfies readonly (keyof Database)[];
type Shape = Required<Pick<Database, (typeof names)[number]>>;

/** One value for all rows, or one for each. */
type Column<T> = readonly T[];
type Columns = { [K in keyof Shape]: Column<Shape[K]> };

interface Packed {
  items: FleetItem[];
  /** How many databases each deployment has. */
  counts: number[];
  databases: Columns;
  last: (readonly (string | null)[])[];
}

function toColumn<T>(values: T[]): Column<T> {
  return values.every((value) => value === values[0]) ? values.slice(0, 1) : values;
}

const toColumns = (databases: readonly Database[]) =>
  Object.fromEntries(
    names.map((name) => [name, toColumn(databases.map((database) => database[name] ?? null))]),
  ) as Columns;

/** Deployments in a compact form: about 12 bytes for each database of a page, and more for each known endpoint. */
export function packDeployments(deployments: readonly StoredDeployment[]): Uint8Array {
  const packed: Packed = {
    items: deployments.map(({ item }) => item),
    counts: deployments.map(({ databases }) => databases.length),
    databases: toColumns(deployments.flatMap(({ databases }) => databases)),
    last: deployments.map(({ last }) => last),
  };
  return deflateRawSync(JSON.stringify(packed));
}

/** The value of a row in a column. */
const at = <T>(column: Column<T>, row: number): T => (column.length === 1 ? column[0] : column[row]) as T;

/** Reads what `packDeployments` wrote. */
export function unpackDeployments(content: Uint8Array): StoredDeployment[] {
  const { items, counts, databases, last } = JSON.parse(inflateRawSync(content).toString()) as Packed;
  let row = 0;
  // The fields are written out, because a loop over their names takes twice the time.
  const next = (): Database => {
    const database: Database = {
      id: at(databases.id, row),
      name: at(databases.name, row),
      status: at(databases.status, row),
      version: at(databases.version, row),
      memoryUsed: null,
      memoryLimit: at(databases.memoryLimit, row),
      tlsEnabled: at(databases.tlsEnabled, row),
      engine: at(databases.engine, row),
      evictionPolicy: at(databases.evictionPolicy, row),
      persistence: at(databases.persistence, row),
      nodeType: at(databases.nodeType, row),
      region: at(databases.region, row),
      role: at(databases.role, row),
      endpoint: at(databases.endpoint, row),
      activeActive: at(databases.activeActive, row),
      tiered: at(databases.tiered, row),
    };
    row += 1;
    return database;
  };
  return items.map((item, index) => ({
    item,
    databases: Array.from({ length: counts[index] ?? 0 }, next),
    last: last[index] ?? [],
  }));
}

/** Ids in a compact form. */
export const packIds = (ids: readonly string[]): Uint8Array => deflateRawSync(JSON.stringify(ids));

/** Reads what `packIds` wrote. */
export const unpackIds = (packed: Uint8Array | undefined): string[] =>
  packed ? (JSON.parse(inflateRawSync(packed).toString()) as string[]) : [];
