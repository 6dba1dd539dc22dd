import { expect, test } from "vitest";
import { networks } from "../../../../test/fake-cluster.ts";
import { redisSettings } from "../../../../test/settings.ts";
import { linesToAdd, whyFollowed } from "./follow-rule.ts";

const listed = networks("198.51.100.0/24");

test.each([
  ["10.0.0.5", "10.0.0.200", {}, "in 10.0.0.0/24, the network of a configured host"],
  ["10.0.0.5", "10.0.1.5", {}, undefined],
  ["fd00:1::5", "fd00:1::6:7", {}, "in fd00:1::/64, the network of a configured host"],
  ["fd00:1::5", "fd00:1:0:1::5", {}, undefined],
  ["::ffff:10.0.0.5", "10.0.0.9", {}, "in 10.0.0.0/24, the network of a configured host"],
  // Neighbours of a public address belong to other owners.
  ["203.0.113.5", "203.0.113.5", {}, "the address of a configured host"],
  ["203.0.113.5", "203.0.113.6", {}, undefined],
  ["2001:db8::5", "2001:db8::6", {}, undefined],
  ["203.0.113.5", "198.51.100.7", listed, "in 198.51.100.0/24, from clusterNetworks"],
  ["203.0.113.5", "198.51.101.7", listed, undefined],
])(
  "MND05 AGT31 from %s the agent goes to %s with %o only for a reason",
  (configured, named, more, reason) => {
    expect(whyFollowed(redisSettings(0, more), [configured], named)).toBe(reason);
  },
);

test.each([
  ["10.2.3.4", "clusterNetworks: [10.2.3.0/24]"],
  ["fd00:1::5", 'clusterNetworks: ["fd00:1::/64"]'],
  ["203.0.113.5", "clusterNetworks: [203.0.113.5/32]"],
  ["2001:db8::5", 'clusterNetworks: ["2001:db8::5/128"]'],
])("MND05 the line to add for %s has its private network, or a public address alone", (outside, line) => {
  expect(linesToAdd(redisSettings(0), { outside })).toEqual([line]);
});
