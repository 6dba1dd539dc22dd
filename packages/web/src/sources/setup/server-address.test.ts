import { expect, test } from "vitest";
import { serverAddressFault, userNameFault } from "./server-address.ts";

test.each(["", " localhost:6379 ", "10.0.0.9:7000", "cache_1.eu-west.internal:6379", "[fe80::1]:6379"])(
  "ONB02 the server address '%s' is taken",
  (text) => expect(serverAddressFault(text)).toBeUndefined(),
);

test.each([
  "localhost",
  "localhost:0",
  "localhost:70000",
  "::1:6379",
  "redis://localhost:6379",
  "a b:6379",
  "$(id):6379",
  "x\nEND\nid:6379",
  "-x:6379",
  "it's:6379",
])("ONB02 the server address '%s' is refused before a command holds it", (text) =>
  expect(serverAddressFault(text)).toContain("Host and port"),
);

test("ONB02 the name of a Redis user is taken, unless it means more to a shell or a file", () => {
  for (const name of ["", " shardwatch ", "agent@example.com", "team_a.agent-1+x"])
    expect(userNameFault(name), name).toBeUndefined();
  for (const name of ["two words", "$(id)", "it's", 'a"b', "x\nREDIS_URL=other", "a#b", "a:b", "a\\b"])
    expect(userNameFault(name), name).toContain("Only letters");
});
