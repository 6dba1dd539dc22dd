import { expect, test } from "vitest";
import { Secret } from "../kit/secret.ts";
import { createJsonLog } from "./json-log.ts";

function open() {
  const lines: string[] = [];
  return { log: createJsonLog("shardwatch", (line) => lines.push(line)), lines };
}

test("OPS16 each line is one JSON object with the fields that were bound before", () => {
  const { log, lines } = open();
  log.with({ requestId: "r1" }).with({ route: "/health" }).warn("slow", { milliseconds: 12n });
  log.info("line\nbreak");
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    {
      level: "WARN",
      message: "slow",
      service: "shardwatch",
      requestId: "r1",
      route: "/health",
      milliseconds: "12",
    },
    { level: "INFO", message: "line\nbreak" },
  ]);
  expect(lines.join("")).not.toContain("\n");
});

test("SEC18 a secret and a stack are never written, an error's name and message are", () => {
  const { log, lines } = open();
  log.error("refused", { key: new Secret("hush"), error: new TypeError("no such user") });
  expect(lines[0]).toContain("[secret]");
  expect(lines[0]).toContain('{"name":"TypeError","message":"no such user"}');
  expect(lines[0]).not.toContain("hush");
  expect(lines[0]).not.toContain("json-log.test");
});
