import { readFileSync } from "node:fs";
import type { House } from "@shardwatch/core/access/context";
import { createIdentityProvider } from "@shardwatch/core/adapters/provider";
import { systemClock, systemRandom } from "@shardwatch/core/adapters/system";
import { reportIntervalSeconds } from "@shardwatch/core/contract/report";
import { minute } from "@shardwatch/core/kit/time";
import type { Log } from "@shardwatch/core/ports/log";
import { createTable, type TableClient } from "@shardwatch/core/table/table";
import type { LocalSettings } from "./settings.ts";

/** After a start somebody is watching: agents report quickly for a while, then as everywhere. */
const eager = { seconds: 3, for: 2 * minute };

interface Foundation {
  client: TableClient;
  tableName: string;
  log: Log;
}

/** The house on one machine: the only place that decides which adapters stand behind the ports here. */
export function composeLocal(settings: LocalSettings, { client, tableName, log }: Foundation): House {
  const startedAt = systemClock.now();
  return {
    table: createTable({ client, name: tableName }),
    clock: systemClock,
    random: systemRandom,
    log,
    identity: createIdentityProvider({
      apiUrl: settings.providerApiUrl,
      cookieName: settings.providerCookie,
    }),
    settings: {
      environment: "local",
      webOrigin: settings.webUrl,
      version: productVersion(),
      superAdminEmails: settings.superAdminEmails,
      reportIntervalSeconds: (now) => (now - startedAt < eager.for ? eager.seconds : reportIntervalSeconds),
    },
  };
}

function productVersion(): string {
  const file = new URL("../../../package.json", import.meta.url);
  return (JSON.parse(readFileSync(file, "utf8")) as { version: string }).version;
}
