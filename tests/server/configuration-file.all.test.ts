import { spawnSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { startDatabase } from "@shardwatch/server/database/database";
import { ownPort } from "../support/ports.ts";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { type Provider, startProvider } from "../support/provider.ts";
import { type Cloud, keysOf, startCloud } from "../support/redis-cloud.ts";
import {
  adminIn,
  applied,
  fileIn,
  hangUp,
  killAmidKeys,
  linesOf,
  makeKey,
  whenApplied,
} from "./configured.ts";
import { newFolder, reportOf, runCommand, send, settingsIn, startIn, startServer, until } from "./process.ts";

let provider: Provider;
let cloud: Cloud;
beforeAll(async () => {
  provider = await startProvider();
  cloud = await startCloud();
});
afterAll(async () => {
  await provider.stop();
  await cloud.stop();
});

describe("the configuration file", { timeout: 300_000 }, () => {
  test("SLF03 configuration file: a pipeline checks it without starting anything", () => {
    const folder = newFolder();
    const { file, write } = fileIn(folder, cloud);
    write({ keys: [{ name: "Cluster one", digest: makeKey().digest }], clouds: ["production"] });
    const good = runCommand(["check-config", file], {});
    expect([good.status, good.stdout]).toEqual([
      0,
      "The configuration file has no faults: 1 organizations, 1 agent keys, 0 API tokens, 1 Redis Cloud accounts, 0 AWS accounts, " +
        "0 channels, 0 routes, 0 rules, 0 silences, 0 views.\n",
    ]);
    write({ keys: [{ name: "Cluster one", digest: "hunter2" }] });
    const bad = runCommand(["check-config", file], {});
    expect(bad.status).toBe(1);
    expect(bad.stderr).toContain("organizations[0].agentKeys[0].digest: must be a digest");
    expect(bad.stderr).not.toContain("hunter2");
    expect(runCommand(["check-config"], {}).status).toBe(1);
  });

  test("SLF03 MND10 configuration file: read at the start, again on SIGHUP, and after a restart", async () => {
    const folder = newFolder();
    const { file, secret, write, settings } = fileIn(folder, cloud);
    const [first, next] = [makeKey(), makeKey()];
    write({ keys: [{ name: "Cluster one", digest: first.digest }], clouds: ["production"] });
    const server = await startIn(folder, provider, settings);
    // Its keys are there before the first request.
    expect(await send(server.apiUrl, first.key, reportOf(1))).toBe(202);
    await until(() => applied(server) > 0, "the file is applied");
    const admin = await adminIn(server, provider, "Payments");
    expect(await admin.keys()).toMatchObject([{ name: "Cluster one", managedBy: "file", agents: [{}] }]);
    const [{ id } = { id: "" }] = await admin.clouds();
    const refused = await admin.call("DELETE", `/redis-cloud/${id}`);
    expect([refused.status, await refused.json()]).toMatchObject([409, { code: "MANAGED_BY_FILE" }]);

    const both = [first, next].map(({ digest }, index) => ({ name: `Cluster ${index}`, digest }));
    await whenApplied(server, () => {
      write({ name: "Payments team", keys: both, clouds: ["production"] });
      hangUp(server);
    });
    // Ids that were made in the same millisecond have no order.
    expect((await admin.keys()).map(({ name }) => name).toSorted()).toEqual(["Cluster 0", "Cluster 1"]);
    expect(await (await admin.call("GET", "/me/organization")).json()).toMatchObject({
      name: "Payments team",
    });
    expect(await send(server.apiUrl, next.key, reportOf(2))).toBe(202);

    // A wrong file changes nothing, and says why.
    writeFileSync(file, "organizations:\n  - id: payments\n");
    hangUp(server);
    const wrong = () => linesOf(server, "the configuration file is wrong, and nothing was changed");
    await until(() => wrong().length === 1, "the wrong file is logged");
    expect(wrong()[0]).toContain("organizations[0].name: Organization name is required");
    expect(await admin.keys()).toHaveLength(2);
    writeFileSync(file, "");
    hangUp(server);
    await until(() => wrong().length === 2, "the empty file is logged");
    expect(await admin.keys()).toHaveLength(2);
    // A megabyte of brackets would stop every answer for half a minute, and a pipe without end.
    writeFileSync(file, "[".repeat(1_000_000));
    hangUp(server);
    await until(() => wrong().length === 3, "the brackets are logged");
    expect(wrong()[2]).toContain("the file has more than 64 levels");
    rmSync(file);
    spawnSync("mkfifo", [file]);
    hangUp(server);
    await until(() => wrong().length === 4, "the pipe is logged");
    rmSync(file);
    expect(await admin.keys()).toHaveLength(2);

    // A secret that is wrong is tried again once its file is right, and the account stays the same.
    await whenApplied(server, () => {
      write({ keys: both.slice(1), clouds: ["production"] });
      writeFileSync(secret, "wrong");
      hangUp(server);
    });
    expect(linesOf(server, "an entry of the configuration file failed").join()).toContain(
      "CREDENTIALS_REFUSED",
    );
    expect(server.output()).not.toMatch(/secret-of-1|key-of-1/);
    await whenApplied(server, () => {
      writeFileSync(secret, keysOf(1).apiSecret);
      hangUp(server);
    });
    expect(await admin.clouds()).toMatchObject([{ id }]);
    expect(await send(server.apiUrl, first.key, reportOf(1))).toBe(401);

    expect(await server.stop()).toBe(0);
    const again = await startServer(server.settings);
    await until(() => applied(again) > 0, "the file is applied");
    expect(linesOf(again, "configuration file applied").at(-1)).toMatch(
      /"created":0,"changed":0,"removed":0,"failed":0/,
    );
    expect(await send(again.apiUrl, next.key, reportOf(3))).toBe(202);

    // On purpose, a file can have nothing. Without a file, the server says what it leaves as it is.
    await whenApplied(again, () => {
      writeFileSync(file, "organizations: []\n");
      hangUp(again);
    });
    expect(await send(again.apiUrl, next.key, reportOf(2))).toBe(401);
    expect(await admin.clouds()).toEqual([]);
    await again.stop();
  });

  test("SLF03 configuration file: a wrong file, and a missing secret, stop the start", async () => {
    const folder = newFolder();
    const { file, write, settings } = fileIn(folder, cloud);
    writeFileSync(file, "organizations:\n  - id: payments\n    name: Payments\n    agentKey: []\n");
    await expect(startIn(folder, provider, settings)).rejects.toThrow(
      /The configuration file .* is wrong\.\norganizations\[0\]\.agentKey: is not a setting/,
    );
    write({ clouds: ["production"] });
    await expect(startIn(folder, provider, { ...settings, CLOUD_KEY: "" })).rejects.toThrow(
      /organizations\[0\]\.redisCloud\[0\]\.apiKeyEnv: the environment variable that it names is not set/,
    );
  });

  test("SLF03 configuration file: a server that is killed while it applies it finishes at its next start", async () => {
    const folder = newFolder();
    const { write, settings } = fileIn(folder, cloud);
    const keys = Array.from({ length: 100 }, (_, index) => ({ ...makeKey(), name: `Cluster ${index}` }));
    write({ keys: keys.map(({ name, digest }) => ({ name, digest })) });
    expect(await killAmidKeys({ ...settingsIn(folder, await ownPort(), provider), ...settings })).toBe(true);
    const server = await startIn(folder, provider, settings);
    await until(() => applied(server) > 0, "the file is applied");
    const admin = await adminIn(server, provider, "Payments");
    expect(await admin.keys()).toHaveLength(keys.length);
    await server.stop();
    const { SHARDWATCH_CONFIG: _, ...without } = server.settings;
    const last = await startServer(without);
    expect(last.output()).toContain(
      "SHARDWATCH_CONFIG is not set, but a configuration file manages organizations",
    );
  });

  test("SLF03 configuration file: two replicas that start together make everything once", async () => {
    const database = await startDatabase({});
    onTestFinished(() => database.stop());
    const folder = newFolder();
    const { write, settings } = fileIn(folder, cloud);
    const keys = Array.from({ length: 20 }, (_, index) => ({ ...makeKey(), name: `Cluster ${index}` }));
    write({ keys: keys.map(({ name, digest }) => ({ name, digest })), clouds: ["production"] });
    const shared = {
      ...settings,
      TABLE_NAME: database.tableName,
      AWS_REGION: "eu-central-1",
      AWS_ENDPOINT_URL_DYNAMODB: database.endpoint,
      AWS_ACCESS_KEY_ID: database.accessKeyId,
      AWS_SECRET_ACCESS_KEY: "local",
      VAULT_KEY_FILE: join(folder, "vault.key"),
    };
    const servers = await Promise.all([1, 2].map(() => startIn(folder, provider, shared)));
    for (const server of servers) {
      await until(() => applied(server) > 0, "the file is applied");
      expect(linesOf(server, "an entry of the configuration file failed")).toEqual([]);
    }
    const [first] = servers;
    if (!first) throw new Error("there are two");
    const admin = await adminIn(first, provider, "Payments");
    expect(await admin.keys()).toHaveLength(keys.length);
    expect(await admin.clouds()).toHaveLength(1);
    const { organizations } = (await (await admin.call("GET", "/organizations")).json()) as {
      organizations: { name: string }[];
    };
    expect(organizations.filter(({ name }) => name === "Payments")).toHaveLength(1);
  });
});
