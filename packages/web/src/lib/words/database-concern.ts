import type { DatabaseRow } from "@shardwatch/core/contract/deployment/database";
import type { Database } from "@shardwatch/core/contract/deployment/deployment";
import { type Concern, concernOf } from "@shardwatch/core/contract/filter/severity";
import { memoryOfDatabase } from "./database-memory.ts";

type Judged = Pick<Database, "status" | "evictionPolicy"> & Pick<DatabaseRow, "utilization">;

/** What is worst about a database. The license is its deployment's concern. */
export const concernOfRow = ({ status, utilization, evictionPolicy }: Judged): Concern =>
  concernOf({ status, utilization, policy: evictionPolicy, shards: null, licenseDays: null });

/** The same of a database in its deployment. */
export const concernOfDatabase = (database: Database): Concern =>
  concernOfRow({ ...database, utilization: memoryOfDatabase(database).fullest ?? null });
