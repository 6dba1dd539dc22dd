import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { packForNpm } from "@shardwatch/cli/packaging/npm-package";
import { makeCertificates } from "../../packages/agent/test/certificates.ts";
import { served } from "../support/command-line.ts";
import { nodes } from "../support/nodes.ts";
import { reported, reportOf, send } from "../support/reports.ts";
import { createToken } from "../support/tokens.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { createKey, signUp } from "../support/world.ts";

const world = await worldOfFile();
const api = await served(world);
const folder = mkdtempSync(join(tmpdir(), "shardwatch-cli-"));
const bundle = join(folder, "shardwatch.cjs");
const count = 300;
let env: Record<string, string> = {};

beforeAll(async () => {
  execFileSync(process.execPath, ["packages/cli/build.mjs", bundle]);
  const owner = await signUp(world);
  const { compositeKey } = await createKey(world, owner, "Agents");
  const { secret } = await createToken(world, owner);
  const fleet = Array.from({ length: count }, (_, index) => reported(`server ${index}`));
  expect((await send(world, compositeKey, reportOf(world, fleet))).status).toBe(202);
  env = { SHARDWATCH_URL: api.url, SHARDWATCH_TOKEN: secret, HOME: folder, PATH: process.env["PATH"] ?? "" };
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs a program to its end, while this process answers it. */
async function end(
  command: string,
  args: readonly string[],
  more: Record<string, string> = {},
): Promise<Ended> {
  const child = spawn(command, args, { env: { ...env, ...more }, stdio: ["ignore", "pipe", "pipe"] });
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  const [code] = (await once(child, "close")) as [number | null];
  return { code, stdout, stderr };
}

describe.each(nodes)("the program, with %s", (node) => {
  const line = (args: string) => `'${node}' '${bundle}' ${args}`;
  const shell = async (script: string, more: Record<string, string> = {}) =>
    await end("sh", ["-c", script], more);

  test("OUT04 it lists what the API has, whole", async () => {
    const { code, stdout, stderr } = await shell(line("list --no-header"));
    expect([code, stderr, stdout.trimEnd().split("\n").length]).toEqual([0, "", count]);
  });

  test("OUT13 a closed pipe ends it with 0, and without a word", async () => {
    const script = `( ${line("list --csv")}; echo $? >&2 ) | head -1`;
    const { stdout, stderr } = await shell(script);
    expect([stdout.split("\n").length, stderr]).toEqual([2, "0\n"]);
    const closed = await shell(`( ${line("list --ndjson")}; echo $? >&2 ) | true`);
    expect(closed.stderr).toBe("0\n");
  });

  test("OUT13 Ctrl-C ends it with 130, and without a word", async () => {
    api.instead = () => new Promise<Response>(() => undefined);
    const child = spawn(node, [bundle, "list"], { env, stdio: ["ignore", "pipe", "pipe"] });
    let stderr = "";
    child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
    const before = api.calls.length;
    await expect.poll(() => api.calls.length).toBeGreaterThan(before);
    child.kill("SIGINT");
    const [code] = (await once(child, "close")) as [number];
    api.instead = () => undefined;
    expect([code, stderr]).toEqual([130, ""]);
  });

  test("OUT13 a token comes from the standard input", async () => {
    const { code, stderr } = await shell(
      `echo "$T" | ${line(`login ${api.url} --with-token --profile piped`)}`,
      {
        T: env["SHARDWATCH_TOKEN"] ?? "",
      },
    );
    expect([code, stderr]).toEqual([0, `Signed in to ${api.url} as the profile piped.\n`]);
    const kept = { SHARDWATCH_URL: "", SHARDWATCH_TOKEN: "" };
    expect((await shell(line("list --limit 1 --no-header --profile piped"), kept)).code).toBe(0);
  });

  test("OUT13 without a terminal nobody is asked", async () => {
    const { code, stderr } = await shell(line("token revoke"));
    expect([code, stderr]).toEqual([2, expect.stringContaining("Say --yes")]);
  });

  test("OUT13 a certificate that nobody has verified gets no token, whatever the environment says", async () => {
    const certificates = await makeCertificates();
    let asked = 0;
    const [key, cert] = [readFileSync(certificates.key), readFileSync(certificates.cert)];
    const server = createServer({ key, cert }, (_, answer) => {
      asked += 1;
      answer.end("{}");
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as { port: number };
    const there = { SHARDWATCH_URL: `https://127.0.0.1:${port}`, NODE_TLS_REJECT_UNAUTHORIZED: "0" };
    const refused = await shell(line("list"), there);
    expect([refused.code, asked]).toEqual([2, 0]);
    expect(refused.stderr).toContain("certificate");
    const trusted = await shell(line("list"), { ...there, NODE_EXTRA_CA_CERTS: certificates.ca });
    expect(asked, trusted.stderr).toBeGreaterThan(0);
    server.close();
    await certificates.remove();
  });
});

/** A pseudo-terminal by util-linux's script, which Debian always has. */
const hasTerminal = spawnSync("script", ["--version"]).status === 0;

describe.skipIf(!hasTerminal)(`in a terminal${hasTerminal ? "" : " (not tested here: no script)"}`, () => {
  const inTerminal = async (args: string, size = "cols 60 rows 400", more: Record<string, string> = {}) => {
    const script = `stty ${size}; '${process.execPath}' '${bundle}' ${args}`;
    return await end("script", ["-qec", script, "/dev/null"], { TERM: "xterm", ...more });
  };

  test("OUT13 a table fits, has colors, and ages instead of times", async () => {
    const { code, stdout } = await inTerminal("list");
    const lines = stdout.trimEnd().split("\r\n");
    expect([code, lines.length]).toEqual([0, count + 1]);
    expect(lines[0]).toContain("\u001b[1mNAME");
    const plain = lines.map((one) => stripVTControlCharacters(one));
    for (const one of plain) expect(one.length).toBeLessThanOrEqual(60);
    expect(plain[1]).toMatch(/^server 0 +ok +active/);
    expect((await inTerminal("list", undefined, { NO_COLOR: "1" })).stdout).not.toContain("\u001b");
    expect((await inTerminal("list", undefined, { TERM: "dumb" })).stdout).not.toContain("\u001b");
  });

  test.each<[args: string, code: number, shown: RegExp]>([
    ["databases --limit 2", 0, /DEPLOYMENT +NAME/],
    ["show 'server 7'", 0, /Name +server 7/],
    ["history 'server 7'", 0, /Memory utilization/],
    ["changes", 0, /appeared/],
    ["outlook --all --limit 2", 0, /DATABASE/],
    ["targets", 0, /Left out: unknown 300/],
    ["incidents", 0, /No incident is open/],
    ["check", 2, /It is not known whether all is well/],
    ["silence", 0, /Nothing is silenced/],
    ["export views", 0, /views: \[\]/],
    ["apply -f /dev/null", 2, /is a pipe or a device/],
    ["token show", 0, /Works +yes, and may read/],
    ["list mem:1", 2, /did you mean memory/],
    ["help", 0, /Commands:/],
    ["completion bash", 0, /complete -F/],
  ])("OUT04 OUT13 %s ends alike in a terminal and piped, with %i", async (args, code, shown) => {
    const inside = await inTerminal(args, "cols 200 rows 400", { NO_COLOR: "1" });
    const piped = await end("sh", ["-c", `'${process.execPath}' '${bundle}' ${args}`]);
    expect([inside.code, piped.code]).toEqual([code, code]);
    expect(inside.stdout).toMatch(shown);
    expect(`${inside.stdout}${piped.stdout}${piped.stderr}`).not.toMatch(/\n +at /);
  });

  test("OUT13 a long table goes through the person's pager, a short one does not", async () => {
    const pager = { SHARDWATCH_PAGER: "sed 's/^/paged: /'", NO_COLOR: "1" };
    const long = await inTerminal("list", "cols 80 rows 20", pager);
    expect(long.stdout.split("paged: ").length).toBe(count + 2);
    expect((await inTerminal("list --limit 3", "cols 80 rows 20", pager)).stdout).not.toContain("paged");
    expect((await inTerminal("list --no-pager", "cols 80 rows 20", pager)).stdout).not.toContain("paged");
    const missing = await inTerminal("list", "cols 80 rows 20", { SHARDWATCH_PAGER: "", NO_COLOR: "1" });
    expect(missing.stdout.split("\r\n").length).toBe(count + 2);
  });
});

test("OUT04 the package for npm has three files, no dependency, and runs by npx", async () => {
  const archive = packForNpm(bundle, folder);
  expect(readdirSync(folder)).toContain(archive);
  const list = execFileSync("tar", ["-tzf", join(folder, archive)], { encoding: "utf8" });
  expect(list.trim().split("\n").toSorted()).toEqual([
    "package/LICENSE",
    "package/README.md",
    "package/package.json",
    "package/shardwatch.cjs",
  ]);
  const options = ["--yes", "--offline", "--cache", join(folder, "npm-cache")];
  const npx = await end("npx", [
    ...options,
    `--package=${join(folder, archive)}`,
    "shardwatch",
    "list",
    "--limit",
    "2",
    "--no-header",
  ]);
  expect([npx.code, npx.stdout.trimEnd().split("\n").length], npx.stderr).toEqual([0, 2]);
});
