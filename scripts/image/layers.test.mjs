import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { root } from "../lib/paths.mjs";
import { isNeeded } from "./debian-files.mjs";
import { agentEntries, executable, faultsOf, nodeEntries, serverEntries, systemEntries } from "./layers.mjs";
import { nodeVersion } from "./node-binary.mjs";
import { configOf, programs, user } from "./programs.mjs";

/** @typedef {import("./tar.mjs").Entry} Entry */

const folder = mkdtempSync(join(tmpdir(), "shardwatch-image-"));
afterAll(() => rmSync(folder, { recursive: true }));
mkdirSync(join(folder, "web/assets"), { recursive: true });
writeFileSync(join(folder, "web/index.html"), "<!doctype html>");
writeFileSync(join(folder, "web/assets/start-1234567.js"), "start()", { mode: 0o600 });
mkdirSync(join(folder, "node/bin"), { recursive: true });
writeFileSync(join(folder, "node/bin/node"), "node");
writeFileSync(join(folder, "node/LICENSE"), "a license");

const bundle = Buffer.from("#!/usr/bin/env node\nrun();\n");
const commandLine = Buffer.from("#!/usr/bin/env node\nlist();\n");
/** npm has installed the embedded database on machines that it runs on. */
const hasDatabase = existsSync(join(root, "node_modules/@dynoxide/linux-x64/dynoxide"));
const server = hasDatabase ? serverEntries(bundle, commandLine, join(folder, "web")) : [];
const agent = agentEntries(bundle);

/** @param {readonly Entry[]} entries */
const paths = (entries) => entries.map(({ path }) => path).toSorted();
/** @param {readonly Entry[]} entries @param {string} path */
const at = (entries, path) => entries.find((entry) => entry.path === path);

test.runIf(hasDatabase)(
  "SLF03 OUT04 the server's image has its bundle, the command line, the embedded database, the web application, and licenses",
  () => {
    expect(paths(server)).toEqual([
      "app/node_modules/@dynoxide/linux-x64/dynoxide",
      "app/node_modules/@dynoxide/linux-x64/package.json",
      "app/shardwatch-server.mjs",
      "app/shardwatch.cjs",
      "app/web/assets/start-1234567.js",
      "app/web/index.html",
      "usr/bin/shardwatch",
      "usr/bin/shardwatch-server",
      "usr/share/doc/shardwatch/LICENSE",
      "usr/share/doc/shardwatch/THIRD-PARTY-NOTICES.txt",
      "var/lib/shardwatch",
    ]);
    expect(`${at(server, "app/shardwatch.cjs")?.content}`).toBe("#!/usr/bin/node\nlist();\n");
    // Its user can read everything, and owns nothing but the folder of the data.
    expect(server.filter(({ owner }) => owner !== undefined)).toEqual([
      { path: "var/lib/shardwatch", mode: 0o700, owner: user },
    ]);
    expect(at(server, "app/web/assets/start-1234567.js")?.mode).toBe(0o644);
  },
);

test("SLF03 the agent's image has the bundle and licenses", () => {
  expect(paths(agent)).toEqual([
    "app/shardwatch-agent.mjs",
    "usr/bin/shardwatch-agent",
    "usr/share/doc/shardwatch/LICENSE",
    "usr/share/doc/shardwatch/THIRD-PARTY-NOTICES.txt",
  ]);
});

test("SLF03 beside that there are the user, Node, and where names are looked for: no shell, no other program", () => {
  const entries = [...systemEntries("amd64"), ...nodeEntries(join(folder, "node"))];
  expect(paths(entries)).toEqual([
    "etc/group",
    "etc/nsswitch.conf",
    "etc/os-release",
    "etc/passwd",
    "lib",
    "lib64",
    "tmp",
    "usr/bin/node",
    "usr/lib/os-release",
    "usr/share/doc/node/LICENSE",
  ]);
  expect(paths(systemEntries("arm64"))).not.toContain("lib64");
  expect(`${at(entries, "etc/passwd")?.content}`).toContain(`shardwatch:x:${user}:${user}:`);
});

test.each([
  ["usr/lib/x86_64-linux-gnu/libc.so.6", true],
  ["usr/lib/x86_64-linux-gnu/libstdc++.so.6.0.33", true],
  ["usr/lib64/ld-linux-x86-64.so.2", true],
  ["usr/lib/ld-linux-aarch64.so.1", true],
  ["usr/share/doc/libc6/copyright", true],
  ["usr/share/doc/libc6/changelog.Debian.gz", false],
  ["usr/lib/x86_64-linux-gnu/gconv/UTF-16.so", false],
  ["usr/lib/x86_64-linux-gnu/libnss_compat.so.2", false],
  ["usr/bin/ld.so", false],
  ["usr/share/gdb/auto-load/usr/lib/x86_64-linux-gnu/libstdc++.so.6.0.33-gdb.py", false],
])("SLF03 of Debian's packages, %s is in the image: %s", (path, isThere) => {
  expect(isNeeded(path)).toBe(isThere);
});

test.runIf(hasDatabase)("SLF03 programs start without a shell and without env", () => {
  expect(`${executable(bundle)}`).toBe("#!/usr/bin/node\nrun();\n");
  expect(`${executable(Buffer.from("run();\n"))}`).toBe("#!/usr/bin/node\nrun();\n");
  for (const [name, entries] of /** @type {const} */ ([
    ["server", server],
    ["agent", agent],
  ])) {
    expect(at(entries, `usr/bin/shardwatch-${name}`)?.link).toBe(`../../app/shardwatch-${name}.mjs`);
    const { Entrypoint, Healthcheck } = configOf(programs[name], "1.2.3");
    expect(Entrypoint.at(-1)).toBe(`/usr/bin/shardwatch-${name}`);
    expect(Healthcheck.Test).toEqual(["CMD", `/usr/bin/shardwatch-${name}`, "health"]);
  }
});

test("SLF03 the server runs as a user without rights, listens at one port, and keeps data in a volume", () => {
  expect(configOf(programs.server, "1.2.3")).toMatchObject({
    User: "10001:10001",
    ExposedPorts: { "8080/tcp": {} },
    Volumes: { "/var/lib/shardwatch": {} },
    StopSignal: "SIGTERM",
    Env: [
      "PATH=/usr/bin",
      "BIND=0.0.0.0",
      "PORT=8080",
      "SHARDWATCH_DATA=/var/lib/shardwatch",
      "WEB_DIST=/app/web",
    ],
    Labels: { "org.opencontainers.image.version": "1.2.3", "org.opencontainers.image.licenses": "MIT" },
  });
});

test("SLF03 the agent runs as the same user, opens no port, and reports unless another command is given", () => {
  const config = configOf(programs.agent, "1.2.3");
  expect(config).toMatchObject({ User: "10001:10001", Cmd: ["run"] });
  expect(config).not.toHaveProperty("ExposedPorts");
  expect(programs.agent.architectures).toEqual(["amd64", "arm64"]);
});

const key = `sw_key_${"a".repeat(26)}_${"B".repeat(49)}`;

test.each([
  ["app/web/assets/start.js.map", "{}"],
  ["app/web/main.ts", ""],
  ["app/main.test.mjs", ""],
  ["app/.env", "A=b"],
  ["app/agent.yaml", ""],
  ["app/tls.key", ""],
  ["usr/bin/sh", ""],
  ["app/shardwatch-agent.mjs", `const key = "${key}";`],
  ["app/shardwatch-server.mjs", "-----BEGIN RSA PRIVATE KEY-----\nMII"],
])("SLF03 an image with %s is not built", (path, text) => {
  expect(faultsOf([{ path, mode: 0o644, content: Buffer.from(text) }])).toHaveLength(1);
});

test("SLF03 an image with a program that changes the user is not built", () => {
  expect(faultsOf([{ path: "usr/bin/node", mode: 0o4755, content: Buffer.from("") }])).toHaveLength(1);
});

test("SLF03 what the images have has none of that", () => {
  expect(faultsOf([...server, ...agent, ...systemEntries("amd64")])).toEqual([]);
});

test("SLF03 the Node of the images is the one that everything is tested with", () => {
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  expect(packages["node_modules/node"].version).toBe(nodeVersion);
});
