import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import { deployFolder } from "./folder.ts";
import { blocksOf } from "./pages.ts";

const page = fileURLToPath(new URL("../../docs/configuration-file.md", import.meta.url));

/**
 * A copy of the manifests with a folder `mine`, as docs/operating.md makes it. That is the example with a
 * configuration file. The lines for it have lost their "# ".
 */
export function copyWithConfiguration() {
  const folder = mkdtempSync(join(tmpdir(), "shardwatch-mine-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  cpSync(join(deployFolder, "kustomize"), folder, { recursive: true });
  const mine = join(folder, "mine");
  cpSync(join(folder, "example"), mine, { recursive: true });
  writeFileSync(join(mine, "shardwatch.yaml"), blocksOf(readFileSync(page, "utf8"), "yaml")[0] ?? "");
  const file = join(mine, "kustomization.yaml");
  const [before = "", head = "", lines = ""] = readFileSync(file, "utf8").split(
    /^( *# A configuration file .*\n)/m,
  );
  writeFileSync(file, before + head + lines.replaceAll(/^( *)# /gm, "$1"));
  return { folder, mine, example: join(folder, "example"), file };
}
