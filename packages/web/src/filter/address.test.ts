import { fieldNames } from "@shardwatch/core/contract/filter/fields";
import { formatFilter } from "@shardwatch/core/contract/filter/format";
import fc from "fast-check";
import { describe as group, expect, test } from "vitest";
import { anyQuery } from "../../../../tests/support/filters.ts";
import { organizationIn } from "../lib/address/urls.ts";
import { organizationOf, readFilter, writeFilter } from "./address.ts";

const read = (query: string, choosesOrganization = true) =>
  formatFilter(readFilter(new URLSearchParams(query), choosesOrganization));

/** A value of each field, in its canonical text. */
const examples: Record<(typeof fieldNames)[number], string> = {
  type: "CLOUD,CLUSTER",
  org: "org_1,-org_2",
  id: "dep_1",
  source: "agent,elasticache",
  status: "degraded,-stale",
  severity: "critical",
  fresh: "silent",
  via: "key_1/agent",
  region: "eu-west-1",
  provider: "aws",
  plan: "pro",
  engine: "valkey",
  version: "..7.2,8",
  eos: "..180,ended",
  cve: "critical,high",
  util: "90..",
  memory: "1GiB..",
  maxmemory: "none",
  runway: "..14,full",
  databases: "..10",
  ram: "80..90",
  flash: "unknown",
  shards: "-90..",
  license: "..30,expired",
  tls: "mixed",
  policy: "allkeys-lru",
  evicting: "yes",
  gaps: "no",
  ops: "1000..",
  clients: "..10",
  hits: "..80",
  lag: "1MiB..",
  frag: "1.5..",
  persistence: "off",
  unsaved: "yes",
  incident: "acknowledged,open",
};

test.each(Object.entries(examples))(
  "FIL01 the address takes the field %s, alone and with all others",
  (name, value) => {
    expect(read(`${name}=${value}`)).toBe(`${name}=${value}`);
    const half = Object.entries(examples).slice(0, 11);
    const all = new URLSearchParams([
      ["search", "cart"],
      [name, value],
      ...half.filter(([other]) => other !== name),
    ]);
    const text = read(all.toString());
    expect(text).toContain(`${name}=${value}`);
    expect(new URLSearchParams(text).size).toBe(half.some(([other]) => other === name) ? 12 : 13);
  },
);

test("FIL01 values of one field may be given apart, and in any case", () => {
  expect(read("type=cluster&type=Cloud")).toBe("type=CLOUD,CLUSTER");
});

group("FIL02 links of before mean what they meant", () => {
  test.each([
    ["search=cart&type=CLOUD", "search=cart&type=CLOUD"],
    ["search=a,b", "search=a,b"],
    ["search=-x%26y", "search=-x%26y"],
    ["org=org_1&type=ENTERPRISE", "type=ENTERPRISE&org=org_1"],
    ["org=all", ""],
    ["org=%2F..", ""],
    ["type=REDIS", ""],
    ["type=", ""],
  ])("%s is read as %s", (link, canonical) => expect(read(link)).toBe(canonical));

  test("only those who choose organizations are asked for one", () => {
    expect(read("org=org_1&search=x", false)).toBe("search=x");
  });
});

test("FIL05 what makes no sense is dropped from the address, and what is beside it stays", () => {
  expect(read("status=stale,a%20b&util=much&stauts=x&type=cloud,clowd")).toBe("type=CLOUD&status=stale");
  const query = new URLSearchParams("keep=1&util=much&type=cloud&page=2");
  expect(writeFilter(query, readFilter(query, true)).toString()).toBe("keep=1&page=2&type=CLOUD");
  const line = new URLSearchParams("q=util%3E90+tls:no+orders+mem%3E1&page=2");
  expect(writeFilter(line, readFilter(line, true)).toString()).toBe(
    "page=2&search=orders&util=90.1..&tls=no",
  );
});

test("LST15 the first script loads the organization that the filter names, for any address", () => {
  const anyOrganization = fc.array(
    fc.constantFrom("org_1", "ORG_1", "org_2", "-org_1", "all", "", " org_1", "..", "-..", "-all"),
    { maxLength: 3 },
  );
  fc.assert(
    fc.property(fc.array(anyOrganization, { maxLength: 2 }), anyQuery, (texts, pairs) => {
      const others = pairs.filter(([name]) => name !== "org");
      const chosen = texts.map((values): [string, string] => ["org", values.join(",")]);
      const query = new URLSearchParams([...others, ...chosen]);
      expect(organizationIn(query)).toBe(organizationOf(readFilter(query, true)));
    }),
  );
});
