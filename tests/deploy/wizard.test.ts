import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { rootCertificates } from "node:tls";
import { parseCommandLine } from "@shardwatch/agent/command-line";
import { readConfiguration } from "@shardwatch/agent/configuration/read";
import type { WatchedServer } from "@shardwatch/core/kit/agent-configuration";
import { formatAgentKey } from "@shardwatch/core/kit/composite-key";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { programs } from "../../scripts/image/programs.mjs";
import {
  containerCommand,
  image,
  kubernetesCommand,
  objectName,
} from "../../packages/web/src/sources/setup/container-commands.ts";
import type { ShownKey } from "../../packages/web/src/sources/setup/snippets.ts";
import { mendingOf } from "../../packages/web/src/sources/setup/mending.ts";
import { deployFolder } from "./folder.ts";
import { type Manifest, only, podOf, render } from "./kustomize.ts";

/*
 * The wizard's commands for a container and for Kubernetes, run by a shell. In the place of docker and kubectl are
 * programs that write down what they are given. What they get must fit the image and the agent.
 */
const api = "https://shardwatch.example.com/api";
const keyId = `key_${"a".repeat(26)}`;
const compositeKey = formatAgentKey(keyId, Buffer.alloc(32, 7));
const created = (server: WatchedServer): ShownKey => ({
  keyId,
  name: "Orders cache",
  compositeKey,
  ...server,
});

let folder: string;
const read = (name: string) => readFileSync(join(folder, name), "utf8");

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "shardwatch-wizard-"));
  for (const program of ["docker", "kubectl"]) {
    const file = join(folder, program);
    // Files of secrets are removed afterwards, so they are copied here.
    writeFileSync(
      file,
      `#!/bin/sh
printf '%s\\n' "$@" > "${folder}/${program}.$1"
case "$1" in
  apply) cat > "${folder}/manifest.yaml";;
  create) mkdir "${folder}/secret" && cp agent.key redis* "${folder}/secret/" 2>/dev/null;;
esac
exit 0
`,
    );
    chmodSync(file, 0o755);
  }
  writeFileSync(join(folder, "redis-ca.pem"), rootCertificates[0] ?? "");
});
afterEach(() => rmSync(folder, { recursive: true }));

function paste(command: string) {
  const { status, stderr } = spawnSync("sh", ["-c", command], {
    cwd: folder,
    env: { ...process.env, PATH: `${folder}:${process.env["PATH"] ?? ""}` },
    input: "a password\n",
    encoding: "utf8",
  });
  return { status, stderr };
}

const given = (call: string): string[] => read(call).trimEnd().split("\n");

/** The variables of lines NAME=value, as docker reads a file of them. */
const variablesOf = (lines: readonly string[]): Record<string, string> =>
  Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2)));
const ofImage = variablesOf(programs.agent.config.Env);

/** The settings of an agent in the image. The mounted files are in a folder here. */
function settingsOf(variables: Record<string, string>, mounted: string) {
  const own = Object.entries({ ...ofImage, ...variables });
  return readConfiguration(
    undefined,
    Object.fromEntries(own.map(([name, value]) => [name, value.replace("/run/secrets/shardwatch", mounted)])),
  );
}

const servers: [string, WatchedServer, object][] = [
  ["without a password", { address: "redis:7000" }, { addresses: [{ host: "redis", port: 7_000 }] }],
  ["with a password", { address: "redis:6379", needsPassword: true }, {}],
  ["with a user", { address: "redis:6379", needsPassword: true, username: "a@b" }, { username: "a@b" }],
  ["with TLS", { address: "redis:6379", usesTls: true }, { tls: { insecureSkipVerify: false } }],
  [
    "with all",
    { address: "redis:6380", needsPassword: true, username: "x", usesTls: true, hasPrivateAuthority: true },
    { username: "x", tls: { ca: expect.any(Buffer) as Buffer } },
  ],
];

/** What the agent has to read, whichever way it runs. */
function expectSettings(settings: ReturnType<typeof settingsOf>, server: WatchedServer, expected: object) {
  expect(settings).toMatchObject({
    api: { address: api },
    agentId: "a".repeat(26),
    healthFile: "/tmp/agent.health",
    deployments: [{ name: "orders-cache", ...expected }],
  });
  expect(settings.api.key.reveal()).toBe(compositeKey);
  const [deployment] = settings.deployments;
  expect(deployment?.password?.reveal()).toBe(server.needsPassword ? "a password" : undefined);
  expect(deployment?.tls === undefined).toBe(!server.usesTls);
}

/** The options of docker run that have a value, and those that have none (docs.docker.com/reference/cli). */
const withValue = new Set([
  "--name",
  "--restart",
  "--env-file",
  "--tmpfs",
  "--cap-drop",
  "--security-opt",
  "--network",
  "--mount",
]);
const withoutValue = new Set(["--detach", "--read-only"]);

/** The options of a `docker run`, its image, and what the image's program gets. */
function readRun(words: readonly string[]) {
  const options = new Map<string, string>();
  const [run, ...rest] = words;
  expect(run).toBe("run");
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (!word.startsWith("--")) return { options, image: word, args: rest };
    expect(withValue.has(word) || withoutValue.has(word), word).toBe(true);
    options.set(word, withValue.has(word) ? (rest.shift() ?? "") : "");
  }
  throw new Error("there is no image");
}

describe.each(servers)("for a server %s", (_, server, expected) => {
  test("ONB01 the command for a container gives the agent's image what the agent reads", () => {
    expect(paste(containerCommand(api, created(server)))).toMatchObject({ status: 0 });
    const run = readRun(given("docker.run"));
    expect(run.image).toBe(image);
    expect(parseCommandLine(run.args)).toEqual({ kind: "run", config: undefined });
    expect(run.options.has("--network")).toBe(false);
    expect(run.options.get("--env-file")).toBe("agent.env");
    expect(statSync(join(folder, "agent.env")).mode & 0o777).toBe(0o600);
    expect(run.options.get("--mount")).toBe(
      server.hasPrivateAuthority
        ? `type=bind,source=${folder}/redis-ca.pem,target=/run/secrets/shardwatch/redis-ca.pem,readonly`
        : undefined,
    );
    expectSettings(settingsOf(variablesOf(given("agent.env")), folder), server, expected);
    expect(given("docker.logs")).toEqual(["logs", "--follow", "shardwatch-orders-cache"]);
  });

  test("ONB01 the command for Kubernetes makes a deployment of the agent's image with what the agent reads", () => {
    expect(paste(kubernetesCommand(api, created(server)))).toMatchObject({ status: 0 });
    const manifest = parse(read("manifest.yaml")) as Manifest;
    const container = podOf(manifest)?.containers?.[0];
    expect(container?.image).toBe(image);
    const env = Object.fromEntries(container?.env?.map(({ name, value }) => [name, value ?? ""]) ?? []);
    expectSettings(settingsOf(env, join(folder, "secret")), server, expected);
    // The secret has each file that a variable names, and the folder has no secret any more.
    const [verb, ...words] = given("kubectl.create");
    expect([verb, ...words.slice(0, 3)]).toEqual(["create", "secret", "generic", "shardwatch-orders-cache"]);
    const files = words.slice(3).map((word) => /^--from-file=(\S+)$/.exec(word)?.[1]);
    const named = Object.values(env).flatMap(
      (value) => /^\/run\/secrets\/shardwatch\/(.+)$/.exec(value)?.[1] ?? [],
    );
    expect(new Set(files)).toEqual(new Set(named));
    expect(files).toHaveLength(named.length);
    expect(readdirSync(folder)).not.toContain("agent.key");
    expect(readdirSync(folder)).not.toContain("redis.password");
  });
});

test("ONB01 the image has the name and the version that the build gives it", () => {
  const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
    version: string;
  };
  expect(image).toBe(`shardwatch-agent:${version}`);
});

test("ONB01 the wizard's deployment for Kubernetes is that of deploy/kustomize, with its own name and settings", () => {
  paste(kubernetesCommand(api, created({})));
  const own = parse(
    read("manifest.yaml").replaceAll("shardwatch-orders-cache", "shardwatch-agent"),
  ) as Manifest;
  const base = only(render(join(deployFolder, "kustomize/base")), "Deployment", "shardwatch-agent");
  for (const manifest of [own, base]) {
    for (const container of podOf(manifest)?.containers ?? [])
      Object.assign(container, { env: [], envFrom: [] });
    delete (manifest.metadata as { labels?: unknown }).labels;
  }
  expect(own).toEqual(base);
});

test.each([
  [api, "localhost:6379", true],
  [api, "127.0.0.1:7000", true],
  [api, "", true],
  ["http://localhost:8080/api", "redis:6379", true],
  [api, "redis:6379", false],
])(
  "ONB01 a container that reports to %s and watches '%s' is in the host's network: %s",
  (at, address, isThere) => {
    paste(containerCommand(at, created({ address })));
    expect(readRun(given("docker.run")).options.get("--network")).toBe(isThere ? "host" : undefined);
  },
);

test("ONB01 no command writes a key into a file that is there", () => {
  for (const [file, command] of [
    ["agent.env", containerCommand],
    ["agent.key", kubernetesCommand],
  ] as const) {
    writeFileSync(join(folder, file), "another\n");
    const { status, stderr } = paste(command(api, created({})));
    expect(status).not.toBe(0);
    expect(stderr).toContain(`${file} exists already.`);
    expect(read(file)).toBe("another\n");
  }
});

test("ONB01 the longest name is one that Kubernetes takes", () => {
  const name = objectName({ ...created({}), name: `A${"b ".repeat(24)}9` });
  expect(name).toMatch(/^[a-z][a-z0-9-]{0,61}[a-z0-9]$/);
});

/** The lines NAME=value of a text, without comments. */
const assigned = (text: string) => variablesOf(text.match(/\b(?:REDIS|SHARDWATCH)_[A-Z_]+=\S+/g) ?? []);

test.each([
  ["denied", "Wrong.", { username: "shardwatch" }],
  ["unreachable", "Silent.", { addresses: [{ host: "cache.internal", port: 7_000 }] }],
  ["unreachable", "Not trusted. Set tls.ca to it.", { tls: { ca: expect.any(Buffer) as Buffer } }],
])(
  "SCR08 what mends a container or a pod that is %s (%s) is what the agent reads",
  (status, why, expected) => {
    const deployment = { status, statusMessage: why };
    const server = created({ address: "redis:6379", usesTls: "tls" in expected });
    paste(kubernetesCommand(api, server));
    writeFileSync(join(folder, "secret", "redis.password"), "THE_PASSWORD");
    const { env } = podOf(parse(read("manifest.yaml")) as Manifest)?.containers?.[0] ?? {};
    const inCluster = Object.fromEntries(env?.map(({ name, value }) => [name, value ?? ""]) ?? []);
    paste(containerCommand(api, server));
    const inContainer = variablesOf(given("agent.env"));
    const own = (text = "") => assigned(text.replace("HOST:PORT", "cache.internal:7000"));
    for (const [way, before, mounted] of [
      ["kubernetes", inCluster, join(folder, "secret")],
      ["container", inContainer, folder],
    ] as const) {
      const mending = mendingOf(deployment, way, api, server);
      const settings = settingsOf({ ...before, ...own(mending?.blocks[0]?.code) }, mounted);
      expect(settings.deployments, way).toMatchObject([expected]);
      if (status === "denied") expect(settings.deployments[0]?.password?.reveal()).toBe("THE_PASSWORD");
    }
    const again = mendingOf(deployment, "container", api, server)?.blocks[1]?.code ?? "";
    expect(paste(again)).toMatchObject({ status: 0 });
    expect(given("docker.rm")).toEqual(["rm", "--force", "shardwatch-orders-cache"]);
    const run = readRun(given("docker.run"));
    expect(run.image).toBe(image);
    expect(run.options.has("--mount")).toBe("tls" in expected);
    if (!("tls" in expected)) return;
    paste(mendingOf(deployment, "kubernetes", api, server)?.blocks[0]?.code ?? "");
    const [patch = ""] = given("kubectl.patch").slice(-1);
    const { data } = JSON.parse(patch) as { data: Record<string, string> };
    expect(Buffer.from(data["redis-ca.pem"] ?? "", "base64").toString()).toBe(read("redis-ca.pem"));
  },
);

test("SCR08 only a status that settings mend has lines against it", () => {
  for (const way of ["container", "kubernetes", "linux"] as const)
    expect(mendingOf({ status: "unsupported", statusMessage: null }, way, api, created({}))).toBeUndefined();
});
