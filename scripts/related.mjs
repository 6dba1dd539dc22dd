// `npm run test:related`: tests of what changed since origin/main, committed or not. Vitest's tests run when they import
// a changed file, browser tests when they changed themselves. `-- <commit>` compares with another commit.
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { root } from "./lib/paths.mjs";
import { run } from "./lib/run.mjs";
import { buildWeb } from "./lib/web-build.mjs";

/** @param {...string} args */
const git = (...args) => execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim();

const base = git("merge-base", "HEAD", process.argv[2] ?? "origin/main");
const changed = [git("diff", "--name-only", base), git("ls-files", "--others", "--exclude-standard")]
  .flatMap((names) => names.split("\n"))
  .filter((name) => /\.(ts|tsx|mjs)$/.test(name) && existsSync(join(root, name)));
const browserTests = changed.filter((name) => /^tests\/e2e\/.*\.test\.ts$/.test(name));
const others = changed.filter((name) => !browserTests.includes(name));

let code = 0;
if (others.length > 0)
  code = await run("vitest", ["related", "--run", "--project", "unit", "--passWithNoTests", ...others]);
if (browserTests.length > 0 && code === 0) code = await buildWeb();
if (browserTests.length > 0 && code === 0) code = await run("playwright", ["test", ...browserTests]);
if (others.some((name) => name.startsWith("packages/web/")))
  console.log(
    "The web application changed: run the browser tests of its pages by npm run test:e2e -- tests/e2e/<page>.test.ts",
  );
process.exitCode = code;
