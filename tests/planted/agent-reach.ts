import type { Fault } from "./fault.ts";

const trust = ["trust.test.ts", "trust-tls.test.ts", "follow.test.ts", "connection/follow-rule.test.ts"].map(
  (name) => `packages/agent/src/sources/redis/${name}`,
);

/** Where the agent connects, and what a report says of where it does not. */
export const agentReach: readonly Fault[] = [
  {
    id: "N93",
    what: "the agent connects to every address that a cluster announces",
    file: "packages/agent/src/sources/redis/connection/trusted-connections.ts",
    find: "if (lines.length > 0) throw new WithheldError(lines, { isOfName: !net.isIP(host) });",
    plant: 'if (followed.length === 0) return addresses.map((ip) => ({ ip, why: "" }));',
    tests: trust,
  },
  {
    id: "N94",
    what: "without a password the agent connects to every address that a cluster announces",
    file: "packages/agent/src/sources/redis/connection/follow-rule.ts",
    find: 'if (known.some((one) => isSameAddress(one, address))) return "the address of a configured host";',
    plant:
      'if (!rules.password || known.some((one) => isSameAddress(one, address))) return "the address of a configured host";',
    tests: trust,
  },
  {
    id: "AG01",
    what: "the password goes to every port of a network that is followed",
    file: "packages/agent/src/sources/redis/connection/follow-rule.ts",
    find: "return configured(rules).some((one) => one.port === port);",
    plant: "return port > 0;",
    tests: trust,
  },
  {
    id: "AG02",
    what: "the password goes to every port of a configured host",
    file: "packages/agent/src/sources/redis/connection/trusted-connections.ts",
    find: "if (isPortFollowed(this.#settings, at.port)) return",
    plant: "if (at.port > 0) return",
    tests: trust,
  },
  {
    id: "AG03",
    what: "a report says of a withheld node whether its name exists",
    file: "packages/agent/src/sources/redis/connection/errors.ts",
    find: 'if (error instanceof WithheldError) return ["denied", withheld];',
    plant:
      'if (error instanceof WithheldError) return ["denied", error.lines.length > 0 ? withheld : "unknown"];',
    tests: trust,
  },
  {
    id: "AG04",
    what: "the line to add forgets what is listed already",
    file: "packages/agent/src/sources/redis/connection/follow-rule.ts",
    find: "[...clusterNetworks.map(({ text }) => text), networkToList(outside)]",
    plant: "[...clusterNetworks.slice(0, 0).map(({ text }) => text), networkToList(outside)]",
    tests: trust,
  },
  {
    id: "AG05",
    what: "a network of the cluster leaves the host without tellAddress",
    file: "packages/agent/src/sources/redis/cluster/reading.ts",
    find: "tellAddress || !linesToAdd.some(hasNetwork)",
    plant: "tellAddress || linesToAdd.some(hasNetwork)",
    tests: trust,
  },
  {
    id: "N96",
    what: "every private network counts as the configured host's own",
    file: "packages/agent/src/sources/redis/connection/follow-rule.ts",
    find: "around && own.includes(around.text)",
    plant: "around && own.length > 0",
    tests: trust,
  },
];
