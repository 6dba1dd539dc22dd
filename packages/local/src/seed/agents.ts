import type { Services } from "@shardwatch/core/access/context";
import { packHealth } from "@shardwatch/core/deployment/rows/agent-health";
import type { SourceInstance } from "@shardwatch/core/deployment/rows/observation";
import { sha256 } from "@shardwatch/core/kit/hash";
import { day } from "@shardwatch/core/kit/time";
import { shareOf } from "./share.ts";

/** The source that an agent is. Like a real one it has a hash for an id. */
export const agentSource = (keyId: string, name: string): SourceInstance => ({
  kind: "agent",
  id: keyId,
  instance: sha256(`${keyId} ${name}`).toString("hex").slice(0, 24),
});

/** What an agent of that name says of itself. It has run for some days, and is as new as the product. */
export const healthOf = ({ settings }: Services, name: string, seededAt: number): string =>
  packHealth({
    id: name,
    version: settings.version,
    name,
    platform: "linux-x64",
    startedAt: new Date(seededAt - (3 + 40 * shareOf(`${name} start`)) * day).toISOString(),
    clockSkewMs: Math.round(40 * shareOf(`${name} clock`)),
    roundMs: Math.round(180 + 900 * shareOf(`${name} round`)),
  });
