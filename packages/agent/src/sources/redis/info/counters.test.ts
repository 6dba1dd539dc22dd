import { expect, test } from "vitest";
import { Counters } from "./counters.ts";
import { parseInfo } from "./info.ts";

interface Server {
  run?: string;
  uptime?: number;
  commands?: number | string;
  hits?: number;
}

const info = ({ run = "a", uptime = 9_999, commands = 0, hits = 0 }: Server) =>
  parseInfo(
    `# Server\r\nrun_id:${run}\r\nuptime_in_seconds:${uptime}\r\n# Stats\r\n` +
      `total_commands_processed:${commands}\r\nkeyspace_hits:${hits}\r\nkeyspace_misses:7\r\n`,
  );

const minute = 60_000;

test("HIS01 rates are what the counters gained, for each second since the reading before", () => {
  const counters = new Counters();
  expect(counters.since(info({ commands: 1_000 }), 0)).toBeUndefined();
  expect(counters.since(info({ commands: 7_000, hits: 30 }), minute)).toEqual({
    seconds: 60,
    ops: 100,
    hits: 0.5,
    misses: 0,
    evicted: null,
    expired: null,
  });
});

test("HIS08 counters that fell count from zero, and give neither a negative nor a giant rate", () => {
  const counters = new Counters();
  counters.since(info({ commands: 1e9, hits: 1e8 }), 0);
  expect(counters.since(info({ commands: 600, hits: 60 }), minute)).toMatchObject({ ops: 10, hits: 1 });
});

test("HIS08 a server that was restarted counts from zero, even when it has overtaken its former counters", () => {
  const counters = new Counters();
  counters.since(info({ run: "a", commands: 100 }), 0);
  expect(counters.since(info({ run: "b", uptime: 50, commands: 6_000 }), minute)).toMatchObject({ ops: 100 });
});

test("HIS08 another, older server at the same address has no rate until it is read twice", () => {
  const counters = new Counters();
  counters.since(info({ run: "a", commands: 100 }), 0);
  const other = { run: "b", uptime: 90_000 };
  expect(counters.since(info({ ...other, commands: 1e12 }), minute)).toBeUndefined();
  expect(counters.since(info({ ...other, commands: 1e12 + 600 }), 2 * minute)).toMatchObject({ ops: 10 });
});

test("HIS08 a reading after a long silence says nothing about five minutes, and an impossible counter nothing at all", () => {
  const counters = new Counters();
  counters.since(info({ commands: 100 }), 0);
  expect(counters.since(info({ commands: 200 }), 11 * minute)).toBeUndefined();
  expect(counters.since(info({ commands: "99999999999999999999" }), 12 * minute)).toMatchObject({
    ops: null,
    hits: 0,
  });
});
