import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { healthPlace } from "../test/health-place.ts";
import { testKey } from "../test/agent-process.ts";
import { runAgent } from "../test/run-agent.ts";

const place = healthPlace();

test("SLF06 an agent that reports is healthy until it is stopped, and leaves one small file", async () => {
  const api = await place.startApi();
  // A link that somebody put there is replaced, not followed.
  const planted = join(place.folder, "planted");
  writeFileSync(planted, "unchanged");
  symlinkSync(planted, place.file);
  const agent = await place.startAgent(api.address);
  await agent.logged(({ event }) => event === "report accepted");
  const { code, stdout, stderr } = await place.health();
  expect(stderr).toBe("");
  expect(stdout).toMatch(/^healthy: the last report was accepted \d+ s ago\.\n$/);
  expect(code).toBe(0);
  expect(await place.health("--live")).toEqual({ code: 0, stdout: "alive.\n", stderr: "" });
  expect(readFileSync(planted, "utf8")).toBe("unchanged");
  expect(statSync(place.file).size).toBeLessThan(300);
  expect(readFileSync(place.file, "utf8")).not.toContain(testKey.slice(-20));
  agent.signal("SIGTERM");
  expect(await agent.exit()).toBe(0);
  expect(existsSync(place.file)).toBe(false);
  const after = await place.health();
  expect(after.code).toBe(1);
  expect(after.stdout).toBe(
    `not healthy: the health file ${place.file} does not exist. Is the agent running?\n`,
  );
});

test("SLF06 health reads where the file is, and no secret", async () => {
  const config = join(place.folder, "agent.yaml");
  writeFileSync(config, "healthFile: agent.health\nkeyFile: /no/such/file\n");
  const mark = { version: 1, startedAt: 1, nextTryAt: 1, acceptedAt: 1, intervalSeconds: 60, failure: null };
  writeFileSync(place.file, JSON.stringify(mark));
  const [old, dead, unset] = await Promise.all([
    runAgent(["health", "--config", config]),
    runAgent(["health", "--live", "--config", config]),
    runAgent(["health"]),
  ]);
  expect(old.stdout).toMatch(/^not healthy: the last report was accepted \d+ h ago\.\n$/);
  expect(old.code).toBe(1);
  expect(dead.stdout).toMatch(/^not alive: a report was due \d+ h ago, and none was tried\.\n$/);
  expect(dead.code).toBe(1);
  writeFileSync(config, "healthFile: [\n");
  expect((await runAgent(["health", "--config", config])).stderr).toContain("is not YAML at line");
  expect(unset).toMatchObject({ code: 2, stdout: "" });
  expect(unset.stderr).toContain("Set SHARDWATCH_HEALTH_FILE");
});

test("MND10 health of a pipe, of a device and of a link to one ends with a sentence", async () => {
  const [pipe, link] = [join(place.folder, "pipe"), join(place.folder, "link")];
  expect(spawnSync("mkfifo", [pipe]).status).toBe(0);
  symlinkSync("/dev/zero", link);
  const asked = [pipe, "/dev/zero", link].map(async (path) => {
    const { code, stdout } = await runAgent(["health"], { SHARDWATCH_HEALTH_FILE: path });
    return [code, stdout.replace(`not healthy: the health file ${path} `, "")];
  });
  const noFile = [1, "is a pipe or a device, and must be a file. Is the agent running?\n"];
  const noLink = [1, "is a link, and must be a file. Is the agent running?\n"];
  expect(await Promise.all(asked)).toEqual([noFile, noFile, noLink]);
});
