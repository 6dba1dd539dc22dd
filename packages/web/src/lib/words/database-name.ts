import type { Database } from "@shardwatch/core/contract/deployment/deployment";

/** A database's name, or "db {id}" when it has none. */
export const databaseName = ({ id, name }: Pick<Database, "id" | "name">) => name || `db ${id}`;
