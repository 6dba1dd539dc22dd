import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { describeFile, readFile } from "./file.ts";

const page = readFileSync(new URL("../../../../docs/configuration-file.md", import.meta.url), "utf8");
const folder = mkdtempSync(join(tmpdir(), "shardwatch-documented-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("SLF03 SLF08 configuration file: the documented example has no faults, and the table has its settings", () => {
  const example = /```yaml\n([^]*?)```/.exec(page)?.[1] ?? "";
  const path = join(folder, "example.yaml");
  writeFileSync(path, example);
  const { content } = readFile(path);
  expect(describeFile(content)).toContain(
    "2 organizations, 1 agent keys, 1 API tokens, 2 Redis Cloud accounts, 1 AWS accounts, 1 channels, 2 rules, 1 silences, 1 views",
  );
  const documented = new Set(
    [...page.matchAll(/^\| (.*?) \|/gm)].flatMap(([row]) =>
      [...row.matchAll(/`(\w+)`/g)].map(([, name]) => name),
    ),
  );
  const used = [...example.matchAll(/^ *(?:- )?(\w+):/gm)].map(([, name]) => name);
  expect(used.length).toBeGreaterThan(15);
  expect([...new Set(used)].filter((name) => !documented.has(name))).toEqual([]);
});
