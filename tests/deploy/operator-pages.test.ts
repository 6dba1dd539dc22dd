import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Script } from "node:vm";
import { addressFields } from "@shardwatch/core/adapters/account-addresses";
import { openIdVariables } from "@shardwatch/core/provider-session/settings";
import { readFile } from "@shardwatch/server/configuration/file";
import { readSettings } from "@shardwatch/server/settings/settings";
import { expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { documents } from "../architecture/documents.ts";
import { only, podOf, render } from "./kustomize.ts";
import { copyWithConfiguration } from "./mine.ts";
import { blocksOf, brokenRows, commandsOf, namedCommands, tablesOf } from "./pages.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const read = (path: string) => readFileSync(join(root, path), "utf8");

/** What an operator follows. */
const pages = [
  "README.md",
  "docs/operating.md",
  "docs/sign-in.md",
  "docs/configuration-file.md",
  "docs/deploying.md",
].map((path) => ({ path, text: read(path) }));
const operating = read("docs/operating.md");

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "shardwatch-pages-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test("MND17 every row of every table has the columns of its head", () => {
  const broken = documents().flatMap((path) => brokenRows(read(path)).map((row) => `${path}: ${row}`));
  expect(broken).toEqual([]);
  expect(tablesOf(operating).length).toBeGreaterThan(7);
  expect(brokenRows("| a | b |\n| --- | --- |\n| 1 | 2 | 3 |\n| 1 |\n| `x\\|y` | 2 |\n")).toEqual([
    "| 1 | 2 | 3 |",
    "| 1 |",
  ]);
});

/** The names in the first column of the tables whose first column has that head. */
const namesIn = (text: string, head: string): Set<string> =>
  new Set(
    tablesOf(text)
      .filter((table) => table.head[0] === head)
      .flatMap(({ rows }) => rows.flatMap(([first = ""]) => [...first.matchAll(/`([A-Z_]+)`/g)]))
      .map(([, name = ""]) => name),
  );

test("MND17 the tables of settings have each one that the server reads, and no other", () => {
  const sources = ["addresses", "product", "settings", "storage"].map((name) =>
    read(`packages/server/src/settings/${name}.ts`),
  );
  const written = sources.flatMap((text) =>
    [...text.matchAll(/^ {2}([A-Z][A-Z_]+):/gm)].map(([, name]) => name),
  );
  const inCode = [...written, ...Object.keys(addressFields(null))];
  expect(inCode.length).toBeGreaterThan(30);
  const documented = namesIn(operating, "variable");
  expect(inCode.filter((name) => !documented.has(name ?? ""))).toEqual([]);
  expect([...documented].filter((name) => !inCode.includes(name))).toEqual([]);
  const signIn = namesIn(read("docs/sign-in.md"), "variable");
  expect(openIdVariables.filter((name) => !signIn.has(name))).toEqual([]);
  const others = [...signIn].filter((name) => !openIdVariables.some((one) => one === name));
  expect(others).toEqual(["SUPER_ADMIN_EMAILS"]);
});

test("MND17 the variables of a checkout are all that the server needs, and none of them is too much", () => {
  const [openId = {}, redisCloud = {}] = blocksOf(operating, "sh")
    .filter((block) => /^(?:[A-Z_]+=\S+\n)+$/.test(block))
    .map((block) =>
      Object.fromEntries(
        block
          .trim()
          .split("\n")
          .map((line) => line.split("=")),
      ),
    );
  const secret = join(newFolder(), "secret");
  writeFileSync(secret, "a secret of the client");
  const first: Record<string, string> = { ...openId, OIDC_CLIENT_SECRET_FILE: secret };
  const own = Object.entries(first).filter(([name]) => !name.startsWith("OIDC_"));
  const second: Record<string, string> = { ...Object.fromEntries(own), ...redisCloud };
  for (const variables of [first, second]) {
    expect(() => readSettings(variables)).not.toThrow();
    const { PUBLIC_URL: _, ...needed } = variables === first ? first : redisCloud;
    for (const name of Object.keys(needed))
      expect(() => readSettings({ ...variables, [name]: undefined }), name).toThrow(
        "The configuration is wrong.",
      );
  }
});

test("MND17 every YAML block of the pages can be read, and what it names is in the compose file", () => {
  const blocks = pages.flatMap(({ text }) => blocksOf(text, "yaml")).map((block): unknown => parse(block));
  expect(blocks.length).toBeGreaterThan(1);
  const compose = parse(read("deploy/compose.yaml")) as { services: Record<string, unknown> };
  const overrides = blocks.filter(
    (one): one is { services: Record<string, unknown> } => Object(one).services,
  );
  expect(overrides.flatMap(({ services }) => Object.keys(services))).toEqual(["server", "server"]);
  expect(compose.services).toHaveProperty("server");
});

test("MND17 a configuration file joins the copied example, and every patch of the example stays", () => {
  expect(operating).toContain('take the `#` and the blank after it away from every line below "A');
  const { folder, mine, example: copied, file } = copyWithConfiguration();
  const [example, made] = [render(copied), render(mine)];
  const server = only(made, "StatefulSet", "shardwatch-server");
  const [container] = podOf(server)?.containers ?? [];
  const path = container?.env?.find(({ name }) => name === "SHARDWATCH_CONFIG")?.value ?? "";
  const mount = container?.volumeMounts?.find(({ name }) => name === "config");
  const { data } = only(made, "ConfigMap", "shardwatch-config") as unknown as {
    data: Record<string, string>;
  };
  writeFileSync(join(folder, "mounted.yaml"), data[path.replace(`${mount?.mountPath}/`, "")] ?? "");
  expect(readFile(join(folder, "mounted.yaml")).content.organizations).toHaveLength(2);
  expect(podOf(server)?.volumes?.map(({ name }) => name)).toContain("config");
  // Everything else is as it was.
  const isOther = ({ kind, metadata: { name } }: (typeof made)[number]) =>
    kind !== "StatefulSet" && name !== "shardwatch-config";
  expect(made.filter(isOther)).toEqual(example.filter(({ kind }) => kind !== "StatefulSet"));
  // What the page warns of is no valid file for us, and kubectl takes the last list.
  writeFileSync(file, `${readFileSync(file, "utf8")}patches: []\n`);
  expect(() => render(mine)).toThrow("unique");
});

const scripts = (folder: string) =>
  (JSON.parse(read(join(folder, "package.json"))) as { scripts?: Record<string, string> }).scripts ?? {};
const serverCommands = ["backup", "restore", "health", "link", "check-config"];
const agentCommands = ["check", "run", "once", "keygen", "health"];
/** Programs of others that an operator has. */
const others = [
  "npm",
  "npx",
  "cd",
  "cp",
  "mkdir",
  "echo",
  "sudo",
  "docker",
  "skopeo",
  "kubectl",
  "$pod",
  "head",
  "git",
];

/** What is wrong with a command of a page; undefined when it can be run as it is written. */
function faultOf(command: string): string | undefined {
  const [, script, rest = ""] = /^npm run (?:--silent )?([\w:-]+)(.*)$/.exec(command) ?? [];
  const workspace = /--workspace @shardwatch\/(\w+)/.exec(rest)?.[1];
  if (script !== undefined && !(script in scripts(workspace ? `packages/${workspace}` : ".")))
    return `there is no script ${script}`;
  const [, node = "", file] = /(?:^|\s)(\S*\bnode) ([\w./-]+\.[cm]?[jt]s)\b/.exec(command) ?? [];
  // A Node of the operator's own may be older, and does not read TypeScript.
  if (file?.endsWith(".ts") && node === "node") return "it needs Node 24, and node may be another one";
  if (file !== undefined && !existsSync(join(root, file))) return `there is no ${file}`;
  const [, inline] = /\bnode -e '([^']*)'/.exec(command) ?? [];
  if (inline !== undefined) return compileFault(inline);
  const [, ours, verb = ""] =
    /\b(server|agent)(?: --)? ([a-z-]+)/.exec(command.replace("exec server ", "")) ?? [];
  const known = ours === "server" ? serverCommands : agentCommands;
  if (/shardwatch-(server|agent) [a-z]|run (server|agent) -- [a-z]/.test(command) && !known.includes(verb))
    return `${ours} has no command ${verb}`;
  const missing = command.match(/\bdeploy\/[\w./-]+/g)?.filter((path) => !existsSync(join(root, path)));
  return missing?.find((path) => path !== "deploy/kustomize/mine") && `there is no ${missing.join(", ")}`;
}

function compileFault(text: string): string | undefined {
  try {
    void new Script(text);
    return undefined;
  } catch (error) {
    return String(error);
  }
}

test("MND17 every command of the pages exists, and none depends on the Node that an operator has", () => {
  const inBlocks = pages.flatMap(({ path, text }) => commandsOf(text).map((command) => ({ path, command })));
  const named = pages.flatMap(({ path, text }) => namedCommands(text).map((command) => ({ path, command })));
  expect(inBlocks.length).toBeGreaterThan(40);
  const faults = [...inBlocks, ...named].flatMap(({ path, command }) => {
    const fault = faultOf(command);
    return fault === undefined ? [] : [`${path}: ${command}: ${fault}`];
  });
  expect(faults).toEqual([]);
  // That page has whole scripts of the AWS command line.
  const unknown = inBlocks.filter(({ path, command }) => {
    if (path === "docs/deploying.md") return false;
    const [program = ""] = command.split(/\s/);
    return !others.includes(program) && !/^shardwatch-(server|agent)$/.test(program);
  });
  expect(unknown).toEqual([]);
});

test.each([
  ["npm run servers", "there is no script servers"],
  ["node packages/server/src/main.ts backup /a", "it needs Node 24, and node may be another one"],
  ["node_modules/.bin/node packages/server/src/mian.ts", "there is no packages/server/src/mian.ts"],
  ["docker compose exec server shardwatch-server back-up /a", "server has no command back-up"],
  ["npm run agent -- chekc --config a.yaml", "agent has no command chekc"],
  ["$pod node -e 'fs.rmSync('", "SyntaxError"],
  ["cp --recursive deploy/kustomise/example mine", "there is no deploy/kustomise/example"],
])("MND17 a wrong command would be noticed: %s", (command, fault) => {
  expect(faultOf(command)).toContain(fault);
});

/** A PATH whose first node is one that starts npm, but none of our programs. */
function withOldNode(): NodeJS.ProcessEnv {
  const folder = newFolder();
  const node = join(folder, "node");
  writeFileSync(
    node,
    `#!/bin/sh\ncase "$*" in *.ts*) echo "This Node can't" >&2; exit 97;; esac\nexec "${process.execPath}" "$@"\n`,
  );
  chmodSync(node, 0o755);
  const rest = (process.env["PATH"] ?? "").split(delimiter).filter((path) => !path.includes("node_modules"));
  return { PATH: [folder, ...rest].join(delimiter), HOME: folder };
}

test("MND17 the commands of a checkout start where the first Node is too old, and know what the pages use", () => {
  const env = withOldNode();
  const run = (program: string, args: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync(program, args, { cwd: root, env, encoding: "utf8" });
    return { status, stderr, said: stdout };
  };
  const server = run("npm", ["run", "--silent", "server", "--", "--help"]);
  expect(server).toMatchObject({ status: 0, stderr: "" });
  for (const command of serverCommands) expect(server.said).toContain(`shardwatch-server ${command}`);
  const agent = run("npm", ["run", "--silent", "agent", "--", "--help"]);
  expect(agent).toMatchObject({ status: 0, stderr: "" });
  for (const command of agentCommands) expect(agent.said).toContain(command);
  const service = run("node_modules/.bin/node", ["packages/server/src/main.ts", "--version"]);
  expect(service).toMatchObject({ status: 0, stderr: "" });
  expect(run("node", ["packages/server/src/main.ts", "--version"]).status).toBe(97);
  const brought = run("node_modules/.bin/node", ["--version"]).said;
  expect(operating).toContain(`Node ${/\d+/.exec(brought)?.[0]}`);
  const { engines } = JSON.parse(read("package.json")) as { engines: { node: string } };
  for (const text of [operating, read("README.md")])
    expect(text).toContain(`Node ${engines.node.replace(">=", "")} or newer`);
});
