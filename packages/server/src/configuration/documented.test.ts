import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { describeFile, readFile } from "./file.ts";

const pageOf = (name: string) =>
  readFileSync(new URL(`../../../../docs/${name}.md`, import.meta.url), "utf8");
const page = pageOf("configuration-file");
const folder = mkdtempSync(join(tmpdir(), "shardwatch-documented-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("SLF03 SLF08 configuration file: the documented example has no faults, and the table has its settings", () => {
  const example = /```yaml\n([^]*?)```/.exec(page)?.[1] ?? "";
  const path = join(folder, "example.yaml");
  writeFileSync(path, example);
  const { content } = readFile(path);
  expect(describeFile(content)).toContain(
    "2 organizations, 1 agent keys, 1 API tokens, 2 Redis Cloud accounts, 1 AWS accounts, 1 channels, 2 routes, 2 rules, 1 silences, 1 views",
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

test("SLF03 RUL09 CHN01 configuration as code: its examples have no faults below an organization, and its tables have their settings", () => {
  const text = pageOf("configuration-as-code");
  const examples = [...text.matchAll(/```yaml\n([^]*?)```/g)].map(([, example = ""]) => example);
  expect(examples.length).toBe(2);
  const path = join(folder, "organization.yaml");
  const described = examples.map((example) => {
    const below = example.replaceAll(/^(?=.)/gm, "    ");
    writeFileSync(path, `organizations:\n  - id: payments\n    name: Payments\n${below}`);
    return describeFile(readFile(path).content);
  });
  expect(described[0]).toContain("2 channels, 2 routes, 2 rules, 1 silences, 1 views");
  expect(described[1]).toContain("4 channels, 0 routes, 0 rules");
  const rows = [...text.matchAll(/^\| (.*?) \|/gm)].flatMap(([row]) => [...row.matchAll(/`(\w+)`/g)]);
  const documented = new Set(rows.map(([, name]) => name));
  const [, chats = ""] = examples;
  const used = [...chats.matchAll(/^ {2}(?:- | {2})(\w+):/gm)].map(([, name]) => name);
  expect(used.length).toBeGreaterThan(12);
  expect(used.filter((name) => !documented.has(name))).toEqual([]);
});
