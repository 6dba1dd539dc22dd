// `npm run prose`: counts long sentences, retired words and wide lines in comments and documents, for each folder.
// `-- <path>` lists the places below a path; `-- --check` lists all of them, and fails when there are any.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./lib/paths.mjs";
import { findingsOf } from "./lib/prose.mjs";

/** The statements are kept in their own wording. */
const excepted = new Set(["docs/requirements.md"]);

const patterns = ["*.ts", "*.tsx", "*.mts", "*.mjs", "*.md"];
const listed = ["ls-files", "--cached", "--others", "--exclude-standard", ...patterns];
const files = execFileSync("git", listed, { cwd: root, encoding: "utf8" })
  .split("\n")
  .filter((path) => path !== "" && !excepted.has(path) && existsSync(join(root, path)));

const findings = files.flatMap((path) =>
  findingsOf(path, readFileSync(join(root, path), "utf8")).map((finding) => ({ path, ...finding })),
);

/** @param {string} path @returns {string} the folder that a file is counted in: packages/core/src/access, or docs */
function folderOf(path) {
  const folders = path.split("/").slice(0, -1);
  return folders.slice(0, folders[0] === "packages" ? 4 : 2).join("/") || ".";
}

function printCounts() {
  const kinds = /** @type {const} */ (["long sentence", "retired word", "long line"]);
  const folders = [...new Set(findings.map(({ path }) => folderOf(path)))].toSorted((a, b) =>
    a < b ? -1 : 1,
  );
  const count = (folder, kind) =>
    findings.filter((one) => one.kind === kind && (folder === undefined || folderOf(one.path) === folder))
      .length;
  const row = (name, folder) =>
    console.log([name.padEnd(40), ...kinds.map((kind) => String(count(folder, kind)).padStart(14))].join(""));
  console.log(["folder".padEnd(40), ...kinds.map((kind) => `${kind}s`.padStart(14))].join(""));
  for (const folder of folders) row(folder, folder);
  row("all", undefined);
}

const [argument] = process.argv.slice(2);
if (argument === undefined) printCounts();
else {
  const wanted = findings.filter(({ path }) => argument === "--check" || path.startsWith(argument));
  for (const { path, line, kind, text } of wanted) console.log(`${path}:${line} ${kind}, ${text}`);
  console.log(`${wanted.length} places`);
  if (argument === "--check" && wanted.length > 0) process.exitCode = 1;
}
