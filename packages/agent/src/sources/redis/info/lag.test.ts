import { expect, test } from "vitest";
import { parseInfo } from "./info.ts";
import { lagOf } from "./lag.ts";

const primary = (written: number | string, ...replicas: string[]) =>
  parseInfo(
    `# Replication\r\nrole:master\r\nconnected_slaves:${replicas.length}\r\n` +
      replicas.map((text, index) => `slave${index}:ip=10.0.0.9,port=6379,${text}\r\n`).join("") +
      `master_repl_offset:${written}\r\n`,
  );
const replica = (fields: string) => parseInfo(`# Replication\r\nrole:slave\r\n${fields}`);
const lag = (lagBytes: number | null, lagSeconds: number | null) => ({ lagBytes, lagSeconds });

test("DEX01 a primary's lag is what its slowest replica has not acknowledged, in bytes and in seconds", () => {
  const info = primary(
    5_000,
    "state=online,offset=4900,lag=0",
    "state=online,offset=4200,lag=1,type=replica",
  );
  expect(lagOf([info])).toEqual(lag(800, 1));
  expect(lagOf([primary(14, "state=online,offset=14,lag=0")])).toEqual(lag(0, 0));
});

test("DEX01 a replica that is still copying has no lag yet, and a primary without replicas has none", () => {
  const copying = ["state=wait_bgsave,offset=0,lag=0", "state=send_bulk,offset=70,lag=0"];
  expect(lagOf([primary(9_000, ...copying)])).toEqual(lag(null, null));
  expect(lagOf([primary(9_000, ...copying, "state=online,offset=8990,lag=1")])).toEqual(lag(10, 1));
  // Just after its copy it has not acknowledged anything.
  expect(lagOf([primary(9_000, "state=online,offset=0,lag=0")])).toEqual(lag(null, null));
  expect(lagOf([primary(0)])).toEqual(lag(null, null));
});

test("DEX01 a replica's lag is the time since it heard from its primary, also while the link is down", () => {
  expect(lagOf([replica("master_link_status:up\r\nmaster_last_io_seconds_ago:3\r\n")])).toEqual(lag(null, 3));
  const down = "master_link_status:down\r\nmaster_last_io_seconds_ago:-1\r\n";
  expect(lagOf([replica(`${down}master_link_down_since_seconds:77\r\n`)])).toEqual(lag(null, 77));
  expect(lagOf([replica(`${down}master_link_down_since_seconds:-1\r\n`)])).toEqual(lag(null, null));
  expect(lagOf([replica(`${down}master_link_down_since_seconds:1795000000\r\n`)])).toEqual(lag(null, null));
});

test("DEX01 the lag of a cluster is that of its slowest replica; primaries without replicas do not count", () => {
  const [near, far] = [
    primary(50, "state=online,offset=40,lag=0"),
    primary(90, "state=online,offset=20,lag=4"),
  ];
  expect(lagOf([near, far, primary(7)])).toEqual(lag(70, 4));
  expect(lagOf([near, primary(9, "state=online,lag=1")])).toEqual(lag(null, 1));
});

test("R12 offsets beyond 2^53 keep their difference, and ones that are none give no lag", () => {
  const huge = primary("9007199254740993007", "state=online,offset=9007199254740993000,lag=0");
  expect(lagOf([huge])).toEqual(lag(7, 0));
  expect(lagOf([primary("many", "state=online,offset=1,lag=-1")])).toEqual(lag(null, null));
  expect(lagOf([primary(5, "state=online,offset=7,lag=0")])).toEqual(lag(0, 0));
  expect(lagOf([parseInfo("# Server\r\nredis_version:2.6.0\r\n")])).toEqual(lag(null, null));
});
