import { Secret } from "@shardwatch/core/kit/secret";
import { expect, test } from "vitest";
import { createLog } from "./log.ts";

function lines(form: "pretty" | "json") {
  const written: string[] = [];
  return { log: createLog({ form, verbose: true, write: (line) => written.push(line) }), written };
}

test("OPS16 a JSON line carries the fields that were bound before, such as the request id", () => {
  const { log, written } = lines("json");
  log.with({ requestId: "r1" }).warn("slow", { milliseconds: 12n });
  expect(JSON.parse(written[0] ?? "")).toMatchObject({
    level: "warn",
    message: "slow",
    requestId: "r1",
    milliseconds: "12",
  });
});

test.each(["pretty", "json"] as const)(
  "SEC18 a secret and a stack are never written, an error's name and message are (%s)",
  (form) => {
    const { log, written } = lines(form);
    log.error("refused", { key: new Secret("hush"), error: new TypeError("no such user") });
    expect(written[0]).toContain("[secret]");
    expect(written[0]).toContain("TypeError");
    expect(written[0]).toContain("no such user");
    expect(written[0]).not.toContain("hush");
    expect(written[0]).not.toMatch(/stack|log\.test|node_modules| at /);
  },
);
