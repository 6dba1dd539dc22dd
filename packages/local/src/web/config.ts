import type { WebConfig } from "@shardwatch/core/contract/config";
import { serverWebConfig } from "@shardwatch/server/web/server-config";
import type { LocalSettings } from "../settings.ts";

/** `/config.json` of the local run. */
export const localWebConfig = (settings: LocalSettings): WebConfig => ({
  ...serverWebConfig(settings),
  environment: "local",
  features: { elasticache: settings.elastiCache, demoData: settings.seed },
});
