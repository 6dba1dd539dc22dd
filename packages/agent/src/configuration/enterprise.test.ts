import { Secret } from "@shardwatch/core/kit/secret";
import { expect, test } from "vitest";
import { readEntry } from "./read.ts";
import { Faults } from "./faults.ts";
import { parseRestAddress } from "./enterprise.ts";

const surroundings = {
  file: "/agent.yaml",
  environment: { PASSWORD: "from variable" },
  noteExposed: () => undefined,
};
const usual = {
  type: "enterprise",
  name: "production",
  url: "https://cluster.example",
  username: "shardwatch@example.com",
  passwordEnv: "PASSWORD",
};

function read(value: unknown) {
  const faults = new Faults();
  return { settings: readEntry(value, "deployments[0]", surroundings, faults), faults: faults.list };
}

test("AGT27 the smallest entry gives safe defaults", () => {
  const { settings, faults } = read(usual);
  expect(faults).toEqual([]);
  expect(settings).toEqual({
    type: "enterprise",
    name: "production",
    url: "https://cluster.example:9443",
    addresses: [{ host: "cluster.example", port: 9_443 }],
    nodes: [],
    username: "shardwatch@example.com",
    password: expect.any(Secret),
    tls: { insecureSkipVerify: false },
  });
});

test("AGT27 AGT32 key, nodes, admin address and trust can be set", () => {
  const more = {
    key: "production-eu",
    nodes: ["10.0.0.1", "Node2.Example"],
    adminUrl: "https://admin.example/ui",
    tellAddress: true,
    tls: { serverName: "cluster.example", insecureSkipVerify: true },
  };
  expect(read({ ...usual, ...more })).toMatchObject({
    faults: [],
    settings: {
      key: "production-eu",
      nodes: ["10.0.0.1", "node2.example"],
      adminUrl: "https://admin.example/ui",
      tellAddress: true,
      tls: { serverName: "cluster.example", insecureSkipVerify: true },
    },
  });
});

test.each([
  ["https://c.example", 9_443],
  ["https://c.example:443", 443],
  ["https://c.example:443/", 443],
  ["https://c.example:19443/", 19_443],
  ["HTTPS://C.Example:9443", 9_443],
  ["https://[::1]", 9_443],
])("AGT27 %s is the REST API at port %d", (text, port) =>
  expect(parseRestAddress(text)).toMatchObject({ port }),
);

test.each([
  [{ type: "entreprise" }, "type: must be one of redis, enterprise"],
  [{ type: undefined }, "type: must be enterprise where url is given"],
  [{ url: undefined }, "url: is missing"],
  [{ url: "cluster.example:9443" }, "url: is not a web address"],
  [{ url: "http://cluster.example:8080" }, "url: must start with https://"],
  [{ url: "https://u:hunter2@cluster.example" }, "url: holds a user name or password"],
  [{ url: "https://cluster.example:9443/v1" }, "url: must end after the port"],
  [{ username: undefined }, "username: is missing"],
  [{ username: "a:b" }, 'username: must not contain ":"'],
  [{ passwordEnv: undefined }, "password: is missing"],
  [{ passwordEnv: "NOT_THERE" }, "passwordEnv: the environment variable"],
  [{ tellAddress: "yes" }, "tellAddress: must be true or false"],
  [{ address: "a:1" }, "address: is not a setting"],
  [{ nodes: "10.0.0.1" }, "nodes: must be a list"],
  [{ nodes: ["https://10.0.0.1"] }, "nodes: must be a list"],
  [{ tls: false }, "tls: is false, but the REST API speaks TLS only"],
  [{ tls: { cert: "a.pem" } }, "tls.cert: is not a setting"],
  [{ adminUrl: "javascript:alert(1)" }, "adminUrl: must be a web address"],
  [{ adminUrl: "https://admin@evil.example" }, "adminUrl: must be a web address"],
])("AGT28 SEC15 a wrong entry names the setting (%j)", (change, fault) => {
  const { faults } = read({ ...usual, ...change });
  expect(faults).toContainEqual(expect.stringContaining(`deployments[0].${fault}`));
  expect(faults.join()).not.toContain("hunter2");
});
