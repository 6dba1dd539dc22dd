import { expect, test } from "vitest";
import { networks } from "../../../test/fake-cluster.ts";
import { redisSettings } from "../../../test/settings.ts";
import { whyTrusted } from "./password-rule.ts";

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
])("AGT31 from %s a password goes to %s with %o only for a reason", (configured, named, more, reason) => {
  expect(whyTrusted(redisSettings(0, more), [configured], { address: named })).toBe(reason);
});
