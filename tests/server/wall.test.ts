import { chmodSync, chownSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { intrude } from "../support/intruder.ts";
import { enginePort, succeeds } from "../support/machine.ts";
import { startProvider } from "../support/provider.ts";
import { freePort } from "@shardwatch/server/machine/ports";
import { namesSeenBy, newFolder, newKey, program, reportOf, send, settingsIn, signIn } from "./process.ts";
import { runCommand, startIn, startServer } from "./process.ts";

const isRoot = process.getuid?.() === 0;
const service = 65_533;
const asService = ["setpriv", `--reuid=${service}`, `--regid=${service}`, "--clear-groups"];
/** Whether the tests may change the user, and that user may read the program. */
const canServe = isRoot && succeeds([...asService, process.execPath, "-e", `fs.readFileSync("${program}")`]);
const withoutRights = ["setpriv", "--bounding-set=-all", "--inh-caps=-all"];
/** A root that may do nothing but what the kernel wants of one who maps root into a user namespace. */
const nearlyWithout = ["setpriv", "--bounding-set=-all,+setfcap", "--inh-caps=-all"];
/** What makes the server a process that can't make a network namespace directly. */
const unprivileged = canServe ? asService : isRoot ? nearlyWithout : [];
const inNamespace = ["unshare", "--user", "--map-root-user", "--net", "true"];
const hasNamespaces = succeeds([...unprivileged, ...inNamespace]);
/** A user without rights in a place where nobody may make a namespace, as in a container. */
const noNamespaces = 'echo 0 >/proc/sys/user/max_user_namespaces && exec "$@"';
const confinedRoot = ["unshare", "--user", "--map-root-user", "sh", "-c", noNamespaces, "sh"];
const confined = [...confinedRoot, ...withoutRights];
const canConfine = succeeds([...confined, "true"]) && !succeeds([...confined, "unshare", "--user", "true"]);
if (!hasNamespaces || !canConfine)
  console.log("this machine makes no namespaces: the wall around the server's database is tested in part");

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

test("MND01 the operator's page says in its first line where the database is open, and to whom", () => {
  const page = readFileSync(new URL("../../docs/operating.md", import.meta.url), "utf8");
  const [title, first = ""] = page.split("\n\n");
  expect(title).toBe("# Run it yourself");
  expect(first).toContain("the embedded database is open");
  expect(first).toMatch(/every program/);
  expect(page).toMatch(/programs of the same user/i);
});
