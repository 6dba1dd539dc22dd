import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmodSync, chownSync, copyFileSync, cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startRedisServer } from "@shardwatch/agent/test/redis-server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { user } from "../../scripts/image/programs.mjs";
import { newFolder, removeFolder } from "./container.ts";
import { deployFolder } from "./folder.ts";
import { ownPodman } from "./podman.ts";
import { lastingPort, statusOf, until } from "./waiting.ts";

/*
 * The compose file with the built images, by docs/operating.md, "With Compose". The step `images` of `npm run test:all`
 * builds them first.
 */
const root = join(deployFolder, "..");
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
const folder = newFolder();
const own = join(folder, "deploy");
const project = `shardwatch-${randomBytes(4).toString("hex")}`;
const { podman, attempt, compose, remove } = ownPodman(join(folder, "podman"));
const containerOf = (service: string) => `${project}_${service}_1`;

/** Brings up one service: podman-compose of Debian 12 knows no profiles. */
function up(variables: Record<string, string>, service: string): void {
  const said = compose(own, variables, "--project-name", project, "up", "--detach", service);
  const { text } = attempt("inspect", "--format", "{{.State.Running}}", containerOf(service));
  expect(text.trim(), said).toBe("true");
}

/** What an operator writes: settings, secrets that the containers' user may read, a key of the agent. */
beforeAll(() => {
  cpSync(deployFolder, own, { recursive: true });
  copyFileSync(join(own, "server.env.example"), join(own, "server.env"));
  const agent = join(root, "packages/agent/src/main.ts");
  const text = execFileSync(process.execPath, [agent, "keygen"], { encoding: "utf8", timeout: 60_000 });
  const [, key = "", digest = ""] = /^key: (\S+)\ndigest: (\S+)$/m.exec(text) ?? [];
  mkdirSync(join(own, "secrets"), { recursive: true });
  const secret = join(own, "secrets", "agent-key");
  writeFileSync(secret, key);
  chownSync(secret, user, user);
  chmodSync(secret, 0o400);
  const keys = `agentKeys: [{ name: Agent of Compose, digest: "${digest}" }]`;
  const file = `organizations:\n  - { id: platform, name: Platform, shared: true, ${keys} }\n`;
  writeFileSync(join(own, "shardwatch.yaml"), file);
  writeFileSync(join(own, "compose.override.yaml"), override());
  for (const name of ["server", "agent"])
    podman("load", "--input", join(root, "dist/images", `shardwatch-${name}-${version}-amd64.tar`));
});
afterAll(() => {
  remove();
  removeFolder(folder);
});

/** The file that the documentation gives for a configuration file. */
function override(): string {
  const text = readFileSync(join(root, "docs/operating.md"), "utf8");
  const found = /```yaml\n(services:\n  server:\n    environment: \{ SHARDWATCH_CONFIG[^`]*)```/.exec(text);
  if (!found?.[1]) throw new Error("docs/operating.md has no compose.override.yaml");
  return found[1];
}

test("SLF10 SLF04 SLF03 podman-compose brings server and agent up, and the agent reports a real Redis", async () => {
  const port = await lastingPort();
  const variables = { SHARDWATCH_PORT: `${port}` };
  up(variables, "server");
  const server = containerOf("server");
  const logs = () => attempt("logs", server).text;
  const linkOfLog = () => /http:\/\/\S+\/sign-in#[\w-]{43}/.exec(logs())?.[0];
  const isReady = async () => (await statusOf(`http://127.0.0.1:${port}/ready`)) === 200;
  await until(isReady, () => `the server is ready:\n${logs()}`);
  // Nothing was set: its log has the link, and its command makes the next one.
  await until(
    () => linkOfLog() !== undefined,
    () => `the log has the first link:\n${logs()}`,
  );
  const made = attempt("exec", server, "shardwatch-server", "link", "ada@example.com");
  expect(made.text).toMatch(/^http:\/\/localhost:8080\/sign-in#[\w-]{43}\n/);
  const asked = "{{.HostConfig.ReadonlyRootfs}} {{.EffectiveCaps}} {{.Config.User}}";
  expect(podman("inspect", "--format", asked, server)).toBe(`true [] ${user}:${user}`);

  const gateway = podman(
    "network",
    "inspect",
    "--format",
    "{{(index .Subnets 0).Gateway}}",
    `${project}_default`,
  );
  // Only the containers and this machine reach it.
  const redis = await startRedisServer({ args: ["--bind", "127.0.0.1", gateway, "--protected-mode", "no"] });
  try {
    up({ ...variables, REDIS_NAME: "orders", REDIS_URL: `redis://${gateway}:${redis.port}` }, "agent");
    const agent = containerOf("agent");
    const health = () => attempt("exec", agent, "shardwatch-agent", "health");
    await until(
      () => health().status === 0,
      () => `a report is accepted:\n${health().text}\n${attempt("logs", agent).text}`,
    );
    expect(health().text).toMatch(/^healthy: /);
    expect(await redis.cli("info", "commandstats")).toMatch(/^cmdstat_info:calls=\d/m);
    for (const name of [agent, server]) {
      podman("stop", "--time", "40", name);
      expect(podman("inspect", "--format", "{{.State.ExitCode}}", name), name).toBe("0");
    }
  } finally {
    await redis.stop();
  }
  expect(logs()).not.toContain('"level":"error"');
});
