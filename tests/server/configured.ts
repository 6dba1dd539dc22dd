import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { AccessKey } from "@shardwatch/core/contract/source/access-key";
import { formatAgentKey } from "@shardwatch/core/kit/composite-key";
import { newId } from "@shardwatch/core/kit/ids";
import { digestOf } from "@shardwatch/core/kit/secret-digest";
import { expect } from "vitest";
import type { Provider } from "../support/provider.ts";
import { type Cloud, keysOf } from "../support/redis-cloud.ts";
import { program, type ServerProcess, signIn, until } from "./process.ts";

/** A key, and its digest as it is in the file. */
export function makeKey() {
  const key = formatAgentKey(newId("accessKey", Date.now(), randomBytes(16)), randomBytes(32));
  return { key, digest: digestOf(key) ?? "" };
}

interface Content {
  name?: string;
  keys?: { name: string; digest: string }[];
  clouds?: string[];
}

/** A file with one organization, and the secret of the Redis Cloud accounts beside it. */
export function fileIn(folder: string, cloud: Cloud) {
  const file = join(folder, "shardwatch.yaml");
  const secret = join(folder, "secret");
  const write = ({ name = "Payments", keys = [], clouds = [] }: Content) =>
    writeFileSync(
      file,
      JSON.stringify({
        organizations: [
          {
            id: "payments",
            name,
            agentKeys: keys,
            redisCloud: clouds.map((each) => ({
              name: each,
              apiKeyEnv: "CLOUD_KEY",
              apiSecretFile: "secret",
            })),
          },
        ],
      }),
    );
  writeFileSync(secret, keysOf(1).apiSecret);
  const settings = {
    SHARDWATCH_CONFIG: file,
    CLOUD_KEY: keysOf(1).apiKey,
    REDIS_CLOUD_API_URL: cloud.apiUrl,
    SUPER_ADMIN_EMAILS: "admin@example.com",
  };
  return { file, secret, write, settings };
}

/** The lines of the log with that message. */
export const linesOf = (server: ServerProcess, message: string) =>
  server
    .output()
    .split("\n")
    .filter((line) => line.includes(`"message":"${message}"`));
/** How often the server has applied its file. */
export const applied = (server: ServerProcess) =>
  linesOf(server, "configuration file applied").filter((line) => line.includes('"part":"all"')).length;

/** Does something that makes the server apply its file, and waits until it has. */
export async function whenApplied(server: ServerProcess, act: () => void): Promise<void> {
  const before = applied(server);
  act();
  await until(() => applied(server) > before, "the file is applied");
}
export const hangUp = (server: ServerProcess) => void server.child.kill("SIGHUP");

/** The super admin, moved into the organization of that name. */
export async function adminIn(server: ServerProcess, provider: Provider, name: string) {
  const admin = await signIn(server, provider, "admin@example.com");
  const { id } = (await (await admin.call("POST", "/me")).json()) as { id: string };
  const { organizations } = (await (await admin.call("GET", "/organizations")).json()) as {
    organizations: { id: string; name: string }[];
  };
  const organizationId = organizations.find((one) => one.name === name)?.id;
  const roles = ["SUPER_ADMIN", "ORG_ADMIN"];
  const moved = await admin.call("PUT", `/accounts/${id}`, { organizationId, roles });
  expect(moved.status).toBe(200);
  const list = async <T>(path: string) => (await (await admin.call("GET", path)).json()) as T;
  return {
    ...admin,
    keys: async () => (await list<{ accessKeys: AccessKey[] }>("/access-key")).accessKeys,
    clouds: async () =>
      (await list<{ redisClouds: { id: string; name: string }[] }>("/redis-cloud")).redisClouds,
  };
}

/** Starts a server and kills it once it has made some keys. Returns whether it was not ready yet. */
export async function killAmidKeys(settings: Record<string, string>): Promise<boolean> {
  const env = { PATH: process.env["PATH"] ?? "", ...settings };
  const child = spawn(process.execPath, [program], { env, stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    output += chunk;
    if (output.split("accessKey.created").length > 5) child.kill("SIGKILL");
  });
  await new Promise((resolve) => child.once("close", resolve));
  return output.includes("accessKey.created") && !output.includes('"message":"ready"');
}
