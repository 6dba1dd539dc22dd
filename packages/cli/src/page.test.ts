import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { fieldNames } from "@shardwatch/core/contract/filter/fields";
import { describe, expect, test } from "vitest";
import { commandLinePage } from "../packaging/page.ts";
import { commands } from "./commands.ts";
import { completionFor, type Shell } from "./completion.ts";
import { filterIn } from "./filter.ts";
import { parse } from "./parse.ts";

const page = fileURLToPath(new URL("../../../docs/command-line.md", import.meta.url));

test("OUT04 the page about the command line is what its commands say: npm run page -w @shardwatch/cli", () => {
  expect(readFileSync(page, "utf8")).toBe(commandLinePage());
});

/** The words of a line as a shell has them, up to what another program gets. */
const wordsOf = (line: string): string[] =>
  [...line.replace(/ [|<>]+ .*$/, "").matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, single, double, bare]) => single ?? double ?? bare ?? "",
  );

const examples = commands.flatMap((command) =>
  command.examples.map(({ line }) => ({ command, line: line.replace(/^.*(?=shardwatch \w+)/, "") })),
);

test.each(examples.filter(({ line }) => line.startsWith("shardwatch ")))(
  "OUT04 the example makes sense: $line",
  ({ command, line }) => {
    const [program, name, ...args] = wordsOf(line.replace(/\)$/, ""));
    expect([program, name]).toEqual(["shardwatch", command.name]);
    const { words } = parse(command, args);
    if (command.takesFilter) filterIn(words);
  },
);

describe("OUT04 completion", () => {
  const complete = (...words: string[]): string[] => {
    const line = words.map((word) => `'${word}'`).join(" ");
    const script = `${completionFor("bash", commands)}
COMP_WORDS=(${line}); COMP_CWORD=$((\${#COMP_WORDS[@]}-1)); compopt() { :; }
_shardwatch; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const { stdout, stderr, status } = spawnSync("bash", ["-c", script], { encoding: "utf8" });
    expect([status, stderr]).toEqual([0, ""]);
    return stdout.trim().split("\n");
  };

  test("OUT04 bash offers commands, options, their values, and the fields of the filter", () => {
    expect(complete("shardwatch", "")).toEqual([...commands.map(({ name }) => name), "help", "--version"]);
    expect(complete("shardwatch", "da")).toEqual(["databases"]);
    expect(complete("shardwatch", "list", "mem")).toEqual(["memory:"]);
    expect(complete("shardwatch", "list", "--nd")).toEqual(["--ndjson"]);
    expect(complete("shardwatch", "check", "--severity", "w")).toEqual(["warning"]);
    expect(complete("shardwatch", "token", "")).toEqual(expect.arrayContaining(["show", "revoke"]));
    expect(complete("shardwatch", "list", "")).toEqual(
      expect.arrayContaining(fieldNames.map((field) => `${field}:`)),
    );
  });

  const installed = (["zsh", "fish"] as const).filter((shell) => !spawnSync(shell, ["-c", "true"]).error);

  test("OUT04 scripts of other shells name every command, and these shells read them where they are installed", () => {
    for (const shell of ["zsh", "fish"] as const satisfies Shell[])
      for (const { name } of commands) expect(completionFor(shell, commands)).toContain(name);
    for (const shell of installed)
      execFileSync(shell, ["--no-execute"], { input: completionFor(shell, commands) });
  });
});
