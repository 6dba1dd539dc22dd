import { expect, test } from "vitest";
import { SentCommands } from "./sent-commands.ts";

test("DEX04 commands are counted from one report to the next, and their names are kept", () => {
  const sent = new SentCommands();
  for (const name of ["INFO", "AUTH", "INFO"]) sent.add(name);
  expect(JSON.stringify(sent.take())).toBe('{"AUTH":1,"INFO":2}');
  expect(sent.take()).toEqual({});
  sent.add("INFO");
  expect(sent.take()).toEqual({ INFO: 1 });
  expect([...sent.names]).toEqual(["INFO", "AUTH"]);
});
