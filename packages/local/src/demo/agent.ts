import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { create, list } from "@shardwatch/core/agent-key/agent-key";
import type { MemberContext } from "@shardwatch/core/access/context";
import { parseAgentKey } from "@shardwatch/core/kit/composite-key";
import type { Log } from "@shardwatch/core/ports/log";
import { type Child, startChild } from "@shardwatch/server/machine/child";
import { host } from "@shardwatch/server/machine/ports";
import type { DemoEnterprise } from "./enterprise.ts";
import type { DemoRedis } from "./redis.ts";

const program = fileURLToPath(new URL("../../../agent/src/main.ts", import.meta.url));
const keyName = "Agent on this machine";

export interface DemoAgentOptions {
  /** Where its configuration and its key are kept. */
  folder: string;
  apiUrl: string;
  admin: MemberContext;
  redis: DemoRedis;
  /** Reported beside it, where there is one. */
  enterprise: DemoEnterprise | undefined;
  log: Log;
}

/** Starts the real agent, which reports the real Redis and the simulated cluster with a key of its own. */
export async function startDemoAgent(options: DemoAgentOptions): Promise<Child> {
  const { folder, apiUrl, admin, redis, enterprise, log } = options;
  mkdirSync(folder, { recursive: true });
  const keyFile = join(folder, "agent.key");
  if (!(await isLiving(admin, keyFile))) {
    const { compositeKey } = await create(admin, keyName);
    writeFileSync(keyFile, `${compositeKey}\n`, { mode: 0o600 });
  }
  const keep = (name: string, text: string) => writeFileSync(join(folder, name), text, { mode: 0o600 });
  keep("redis.password", `${redis.agentPassword.reveal()}\n`);
  if (enterprise) keep("enterprise.password", `${enterprise.password.reveal()}\n`);
  const config = join(folder, "agent.yaml");
  keep("agent.yaml", configuration(apiUrl, redis) + (enterprise ? enterpriseEntry(enterprise) : ""));
  const own = log.with({ source: "agent" });
  const onLine = (line: string) => own.info(line);
  return startChild({
    command: process.execPath,
    args: [program, "run", "--config", config],
    cwd: dirname(config),
    onLine,
  });
}

/** Whether the key that was kept from an earlier start still opens the API. */
async function isLiving(admin: MemberContext, keyFile: string): Promise<boolean> {
  if (!existsSync(keyFile)) return false;
  const keyId = parseAgentKey(readFileSync(keyFile, "utf8").trim())?.keyId;
  return (await list(admin)).some((key) => key.keyId === keyId);
}

function configuration(apiUrl: string, redis: DemoRedis): string {
  return `# The agent of the local run. Written anew at every start.
api: ${apiUrl}
keyFile: agent.key
logLevel: warn
deployments:
  - name: redis-on-this-machine
    address: ${host}:${redis.port}
    username: ${redis.agentUser}
    passwordFile: redis.password
`;
}

function enterpriseEntry({ url, controlUrl, username, caFile }: DemoEnterprise): string {
  return `  - type: enterprise
    name: enterprise-on-this-machine
    url: ${url}
    username: ${username}
    passwordFile: enterprise.password
    tls: { ca: ${JSON.stringify(caFile)} }
    adminUrl: ${controlUrl}
`;
}
