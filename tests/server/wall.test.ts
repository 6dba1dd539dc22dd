import { chmodSync, chownSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { intrude } from "../support/intruder.ts";
import { enginePort } from "../support/machine.ts";
import { startProvider } from "../support/provider.ts";
import { freePort } from "@shardwatch/server/machine/ports";
import { canServe, service, unprivileged, hasNamespaces, confined, canConfine } from "./confined.ts";
import { namesSeenBy, newFolder, newKey, program, reportOf, send, settingsIn, signIn } from "./process.ts";
import { startServer } from "./process.ts";

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
});

test("MND01 the operator's page says in its first line where the database is open, and to whom", () => {
  const page = readFileSync(new URL("../../docs/operating.md", import.meta.url), "utf8");
  const [title, first = ""] = page.split("\n\n");
  expect(title).toBe("# Run it yourself");
  expect(first).toContain("the embedded database is open");
  expect(first).toMatch(/every program/);
  expect(page).toMatch(/programs of the same user/i);
});
