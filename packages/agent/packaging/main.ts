// Builds the release into dist/agent/: `npm run package-agent [-- <target> ...]`. The bundle and this machine's
// executable go through the agent's tests first.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildExecutable } from "./executable.ts";
import { packForNpm } from "./npm-package.ts";
import { readmeBeside } from "./readme.ts";
import { ownTarget, targets } from "./targets.ts";
import type { Target } from "./targets.ts";

const here = fileURLToPath(new URL(".", import.meta.url));
const root = fileURLToPath(new URL("../../..", import.meta.url));
const agent = join(here, "..");
const release = join(root, "dist", "agent");
const { version } = JSON.parse(readFileSync(join(agent, "package.json"), "utf8")) as { version: string };

function wantedTargets(): readonly Target[] {
  const names = process.argv.slice(2);
  const unknown = names.filter((name) => !targets.some((target) => target.name === name));
  if (unknown.length > 0)
    throw new Error(`${unknown.join(", ")} is none of ${targets.map(({ name }) => name).join(", ")}`);
  return names.length === 0 ? targets : targets.filter(({ name }) => names.includes(name));
}

function test(program: string): void {
  console.log(`testing ${program.slice(root.length)}`);
  const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
  const files = "packages/agent/src/main."; // of both tiers
  const env = { ...process.env, SHARDWATCH_AGENT_PROGRAM: program };
  execFileSync(process.execPath, [vitest, "run", "--reporter=dot", files], {
    cwd: root,
    env,
    stdio: "inherit",
  });
}

/** Makes one archive of the executable and its accompanying files. Returns the archive's name. */
function pack(target: Target, bundle: string): string {
  const name = `shardwatch-agent-${version}-${target.name}`;
  const folder = join(release, name);
  const executable = join(
    folder,
    target.name.startsWith("windows") ? "shardwatch-agent.exe" : "shardwatch-agent",
  );
  mkdirSync(folder);
  buildExecutable(bundle, target, executable);
  const beside = ["agent.example.yaml", "THIRD-PARTY-NOTICES.txt"];
  for (const file of beside) copyFileSync(join(agent, file), join(folder, file));
  writeFileSync(
    join(folder, "README.md"),
    readmeBeside(readFileSync(join(agent, "README.md"), "utf8"), beside),
  );
  copyFileSync(join(root, "LICENSE"), join(folder, "LICENSE"));
  if (target.name.startsWith("linux"))
    copyFileSync(join(here, "shardwatch-agent.service"), join(folder, "shardwatch-agent.service"));
  if (target === ownTarget()) test(executable);
  execFileSync("tar", ["-czf", `${folder}.tar.gz`, "-C", release, name]);
  const megabytes = (file: string) => `${(statSync(file).size / 1e6).toFixed(0)} MB`;
  console.log(`${name}.tar.gz: ${megabytes(`${folder}.tar.gz`)}, unpacked ${megabytes(executable)}`);
  rmSync(folder, { recursive: true });
  return `${name}.tar.gz`;
}

const wanted = wantedTargets();
rmSync(release, { recursive: true, force: true });
const bundle = join(release, "shardwatch-agent.mjs");
execFileSync(process.execPath, [join(agent, "build.mjs")], { stdio: "inherit" });
test(bundle);
const files = [
  "shardwatch-agent.mjs",
  packForNpm(bundle, release),
  ...wanted.map((target) => pack(target, bundle)),
];
// The format that `sha256sum --check SHA256SUMS` reads.
const sums = files.map(
  (file) =>
    `${createHash("sha256")
      .update(readFileSync(join(release, file)))
      .digest("hex")}  ${file}\n`,
);
writeFileSync(join(release, "SHA256SUMS"), sums.join(""));
console.log(`dist/agent: ${files.length} files and SHA256SUMS`);
