import type { DatabaseRow } from "@shardwatch/core/contract/deployment/database";
import type { Database } from "@shardwatch/core/contract/deployment/deployment";
import { concernOf, levelIn } from "@shardwatch/core/contract/filter/severity";
import type { Fact } from "@shardwatch/core/contract/filter/value";
import type { Trouble } from "@shardwatch/core/contract/incident/trouble";
import { memoryOfDatabase } from "../lib/words/database-memory.ts";

type Judged = Pick<Database, "status" | "evictionPolicy"> & Pick<DatabaseRow, "utilization">;

/** What is worst about a database, and how urgent that is. The license is its deployment's concern. */
export function judgeRow({ status, utilization, evictionPolicy }: Judged, trouble: Fact<Trouble>) {
  const facts = {
    status,
    utilization,
    policy: evictionPolicy,
    shards: null,
    licenseDays: null,
    isDatabase: true,
  } as const;
  return { concern: concernOf(facts), level: levelIn(trouble, facts) };
}

/** The same of a database in its deployment. */
export const judgeDatabase = (database: Database, trouble: Fact<Trouble>) =>
  judgeRow({ ...database, utilization: memoryOfDatabase(database).fullest ?? null }, trouble);
