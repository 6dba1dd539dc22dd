import * as fc from "fast-check";
import { expect, test } from "vitest";
import { explain } from "./errors.ts";
import { ErrorReply, ProtocolError } from "./reply.ts";

test.each([
  ["NOAUTH Authentication required.", "denied", "password"],
  ["WRONGPASS invalid username-password pair or user is disabled.", "denied", "rejects"],
  ["NOPERM this user has no permissions to run the 'info' command", "denied", "+info"],
  ["NOPERM User agent has no permissions to run the 'info' command", "denied", "+info"],
  ["LOADING Redis is loading the dataset in memory", "loading", "loading"],
  ["MASTERDOWN Link with MASTER is down and replica-serve-stale-data is set to 'no'.", "degraded", "primary"],
  ["BUSY Redis is busy running a script.", "degraded", "script"],
  ["LOADING Valkey is loading the dataset in memory", "loading", "loading"],
  ["MASTERDOWN Link with MASTER is down and slave-serve-stale-data is set to 'no'.", "degraded", "primary"],
  ["BUSY Valkey is busy running a script.", "degraded", "script"],
  ["DENIED Running in protected mode because ...", "denied", "protected mode"],
  ["WRONGPASS invalid username-password pair", "denied", "rejects"],
  ["ERR invalid password", "denied", "refuses the password"],
  ["ERR unknown command 'AUTH'", "denied", "AUTH"],
  ["ERR unknown command `AUTH`, with args beginning with: `x`, ", "denied", "AUTH"],
  ["ERR max number of clients reached", "unreachable", "maxclients"],
  ["DENIED Redis is running in protected mode because ...", "denied", "protected mode"],
  ["ERR wrong number of arguments for 'auth' command", "denied", "older than Redis 6"],
  ["ERR unknown command 'INFO', with args beginning with: ", "unsupported", "INFO"],
])("the reply %j is status %s and says %j", (text, status, word) => {
  const failure = explain(new ErrorReply(text), false);
  expect(failure.status).toBe(status);
  expect(failure.message).toContain(word);
});

test("AGT31 no text of a server, which may name users or echo a password, passes into the explanation", () => {
  const secret = "hunter2-Sesame";
  const words = fc.constantFrom("", "ERR ", "NOPERM User ", "WRONGPASS ", "NOAUTH ", "XYZ ");
  fc.assert(
    fc.property(words, (word) => {
      const explained = JSON.stringify(explain(new ErrorReply(`${word}${secret} did it`), false));
      expect(explained).not.toContain(secret);
    }),
  );
});

test("bytes of TLS on a plain connection hint at tls: true, other bytes at another protocol", () => {
  expect(explain(new ProtocolError("x", 0x15), false).message).toContain("tls: true");
  expect(explain(new ProtocolError("x", "H".charCodeAt(0)), false).message).toContain("Redis protocol");
});
