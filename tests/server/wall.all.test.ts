import { chmodSync, chownSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { intrude } from "../support/intruder.ts";
import { enginePort } from "../support/machine.ts";
import { startProvider } from "../support/provider.ts";
import { freePort } from "@shardwatch/server/machine/ports";
import {
  canConfine,
  canServe,
  confined,
  confinedRoot,
  hasNamespaces,
  service,
  unprivileged,
} from "./confined.ts";
import { namesSeenBy, newFolder, newKey, program, reportOf, send, settingsIn, signIn } from "./process.ts";
import { runCommand, startIn, startServer } from "./process.ts";

const warning = '"the embedded database is open"';

describe.runIf(hasNamespaces)("where the kernel gives namespaces", () => {
  test(
    "MND01 the server of a service's user leaves no database to other users, and loses nothing when it is killed",
    { timeout: 90_000 },
    async () => {
      const provider = await startProvider();
      onTestFinished(() => provider.stop());
      const folder = newFolder();
      const port = await freePort();
      const settings = { ...settingsIn(folder, port, provider), HOME: folder, DATABASE_WALL: "required" };
      const data = join(folder, "data");
      mkdirSync(data);
      if (canServe) {
        chmodSync(folder, 0o755);
        chownSync(data, service, service);
      }
      const first = await startServer(settings, program, unprivileged);
      expect(first.output()).not.toContain(warning);
      const admin = await signIn(first, provider, "admin@example.com");
      const report = reportOf(1);
      expect(await send(first.apiUrl, await newKey(admin), report)).toBe(202);
      const { ports } = await intrude();
      expect(ports, "the intruder sees the server").toContain(port);
      expect(enginePort(data)).toBeDefined();
      expect(ports).not.toContain(enginePort(data));

      await first.stop("SIGKILL");
      await startServer(settings, program, unprivileged);
      expect(await namesSeenBy(admin)).toEqual([report.deployments[0]?.name]);
    },
  );

  test("MND01 a copy is made of a database behind its wall", { timeout: 90_000 }, async () => {
    const provider = await startProvider();
    onTestFinished(() => provider.stop());
    const folder = newFolder();
    const server = await startIn(folder, provider, { DATABASE_WALL: "required" });
    const admin = await signIn(server, provider, "admin@example.com");
    const report = reportOf(1);
    await send(server.apiUrl, await newKey(admin), report);
    const [file, data] = [`${folder}/copy`, `${folder}/restored`];
    expect(runCommand(["backup", file], server.settings)).toMatchObject({ status: 0 });
    await server.stop();
    expect(runCommand(["restore", file, data], server.settings)).toMatchObject({ status: 0 });
    await startServer({ ...server.settings, SHARDWATCH_DATA: data });
    expect(await namesSeenBy(admin)).toEqual([report.deployments[0]?.name]);
  });
});

describe.runIf(canConfine)("where the kernel gives none", () => {
  test(
    "MND01 the server says at its start who reaches the database, why, and what to do",
    { timeout: 60_000 },
    async () => {
      const settings = settingsIn(newFolder(), await freePort());
      const server = await startServer(settings, program, confined);
      const lines = server
        .output()
        .split("\n")
        .filter((line) => line.includes(warning));
      expect(lines).toHaveLength(1);
      expect(JSON.parse(lines[0] ?? "")).toMatchObject({
        level: "warn",
        to: expect.stringMatching(/every program that shares this network/),
        because: expect.stringMatching(/unshare/),
        remedy: expect.stringMatching(/of its own.*docs\/operating\.md/),
      });
      expect(server.output().indexOf(warning)).toBeLessThan(server.output().indexOf('"ready"'));
    },
  );

  test("MND01 a server of root has its wall without user namespaces", { timeout: 60_000 }, async () => {
    const folder = newFolder();
    const settings = { ...settingsIn(folder, await freePort()), DATABASE_WALL: "required" };
    await startServer(settings, program, confinedRoot);
    const { ports } = await intrude();
    expect(enginePort(folder)).toBeDefined();
    expect(ports).not.toContain(enginePort(folder));
  });

  test("MND01 a server that must have the wall does not start", { timeout: 60_000 }, async () => {
    const settings = { ...settingsIn(newFolder(), await freePort()), DATABASE_WALL: "required" };
    await expect(startServer(settings, program, confined)).rejects.toThrow(
      /did not start \(exit code 1\):\nDATABASE_WALL: other programs can't be kept out/,
    );
  });

  test("an operator whose server is alone can silence the line", { timeout: 60_000 }, async () => {
    const settings = { ...settingsIn(newFolder(), await freePort()), DATABASE_WALL: "off" };
    const server = await startServer(settings, program, confined);
    expect(server.output()).not.toContain(warning);
  });
});
