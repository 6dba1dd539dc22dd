import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { afterAll, beforeAll, expect, test } from "vitest";
import { root } from "../architecture/files.ts";
import { exampleInput } from "./example.ts";
import { answerLines, BadLine, parseInput } from "./lines.ts";
import { sayings, type Answer, type Method } from "./types.ts";

let folder: string;
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), "backtest-"))));
afterAll(() => rmSync(folder, { recursive: true }));

/** The command as `npm run backtest` starts it. */
const command = (...args: string[]) =>
  spawnSync(process.execPath, ["tests/backtest/main.ts", ...args], { cwd: root, encoding: "utf8" });

function answered(text: string) {
  const path = join(folder, "input.jsonl");
  writeFileSync(path, text);
  const { status, stdout, stderr } = command("--answer", path);
  const lines = stdout.split("\n").filter((line) => line !== "");
  return { status, stderr, answers: lines.map((line) => JSON.parse(line) as Answer) };
}

test("each line gets an answer, in their order, and nothing else is printed", () => {
  const ids = Array.from({ length: 20 }, (_, index) => `database ${index}`);
  const limits = [100, null, 0, 55];
  const lines = ids.map((id, at) =>
    JSON.stringify({ ...exampleInput({ id, limit: limits[at % 4] ?? null }), unknown: "field" }),
  );
  const { status, stderr, answers } = answered(`${lines.join("\r\n")}\n\n`);
  expect([status, stderr]).toEqual([0, ""]);
  expect(answers.map(({ id }) => id)).toEqual(ids);
  for (const one of answers) {
    expect(Object.keys(one)).toEqual(["id", "say", "likely", "earliest", "latest"]);
    expect(sayings).toContain(one.say);
    for (const date of [one.likely, one.earliest, one.latest])
      if (one.say === "date") expect(new Date(date ?? "").toISOString()).toBe(date);
      else expect(date).toBeNull();
  }
});

test("a bad line is named with its number and its field, and the others are answered", () => {
  const good = (id: string) => JSON.stringify(exampleInput({ id }));
  const bad = JSON.stringify({ ...exampleInput(), limit: "100" });
  const { status, stderr, answers } = answered([good("a"), bad, "", "{", good("b")].join("\n"));
  expect(status).toBe(2);
  expect(stderr).toBe("line 2: limit: neither bytes from 0 on nor null\nline 4: the line: not JSON\n");
  expect(answers.map(({ id }) => id)).toEqual(["a", "b"]);
});

test("a file that is not there, and a wrong argument, end with 2 and print no answer", () => {
  for (const args of [
    ["--answer", join(folder, "none")],
    ["--seeds", "1", "two"],
  ]) {
    const { status, stdout, stderr } = command(...args);
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).not.toBe("");
  }
});

const withDay = (index: number, changed: unknown) => ({
  days: exampleInput().days.map((one, at) => (at === index ? changed : one)),
});
const [date] = exampleInput().days[0] ?? [];

test.each([
  [{ id: 1 }, "id"],
  [{ policy: undefined }, "policy"],
  [{ limit: -1 }, "limit"],
  [{ now: "2026-11-30T01:00:00Z" }, "now"],
  [{ now: "2026-13-30T00:00:00Z" }, "now"],
  [{ now: "yesterday" }, "now"],
  [{ days: exampleInput().days.slice(1) }, "days"],
  [withDay(3, null), "days[3]"],
  [withDay(0, [date, 1, 1, 1]), "days[0]"],
  [withDay(1, [date, 1, 1, 1, 288]), "days[1][0]"],
  [withDay(0, [`${date}T01:00:00Z`, 1, 1, 1, 288]), "days[0][0]"],
  [withDay(0, [date, "1", 1, 1, 288]), "days[0][1]"],
  [withDay(0, [date, 1, -1, 1, 288]), "days[0][2]"],
  [withDay(0, [date, 1, 1, true, 288]), "days[0][3]"],
  [withDay(0, [date, 1, 1, 1, 289]), "days[0][4]"],
  [{ hours: [] }, "hours"],
  [{ hours: Array.from({ length: 336 }, (_, at) => (at === 335 ? -1 : 0)) }, "hours[335]"],
])("a wrong field is named: %# %j", (changes, field) => {
  const parse = () => parseInput(JSON.stringify({ ...exampleInput(), ...changes }));
  expect(parse).toThrow(BadLine);
  expect(parse).toThrow(`${field}: `);
});

test("a line at which the method fails is named, too, and the others are answered", async () => {
  const path = join(folder, "failing.jsonl");
  writeFileSync(path, ["a", "b", "c"].map((id) => JSON.stringify(exampleInput({ id }))).join("\n"));
  const [answers, errors] = [new PassThrough(), new PassThrough()];
  const failing: Method = ({ id }) => {
    if (id === "b") throw new Error("no");
    return { latest: null, earliest: null, likely: null, say: "none", id };
  };
  expect(await answerLines(path, failing, { answers, errors })).toBe(1);
  expect(String(errors.read())).toBe("line 2: the method fails: no\n");
  const answer = (id: string) => `{"id":"${id}","say":"none","likely":null,"earliest":null,"latest":null}\n`;
  expect(String(answers.read())).toBe(answer("a") + answer("c"));
});

test("unknown figures, and times with and without milliseconds, are right", () => {
  const unknown = exampleInput({ policy: null, limit: null, now: "2026-11-30T00:00:00Z" });
  unknown.days = unknown.days.map(([one], at) => [at < 9 ? `${one}T00:00:00Z` : one, null, null, null, 0]);
  unknown.hours = unknown.hours.map(() => null);
  expect(parseInput(JSON.stringify(unknown))).toEqual(unknown);
});
