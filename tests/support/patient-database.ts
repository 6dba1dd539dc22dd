import { createTableClient } from "@shardwatch/core/table/client";
import type { Database } from "@shardwatch/server/database/database";
import { createLeanClient } from "@shardwatch/server/database/lean-client";
import { patience } from "./patience.ts";

/** The same database with clients that wait longer than the product's, whose deadlines a busy machine can miss. */
export function patientDatabase(database: Database): Database {
  const { endpoint, accessKeyId } = database;
  return {
    ...database,
    client: () =>
      createTableClient({
        endpoint,
        region: "eu-central-1",
        credentials: { accessKeyId, secretAccessKey: "local" },
        requestHandler: {
          connectionTimeout: patience,
          requestTimeout: patience,
          throwOnRequestTimeout: true,
        },
      }),
    leanClient: () => createLeanClient({ endpoint, accessKeyId, deadlineMs: patience }),
  };
}
