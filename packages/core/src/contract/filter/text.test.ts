import fc from "fast-check";
import { describe as group, expect, test } from "vitest";
import { compile } from "./compile.ts";
import { factsOf } from "./facts.ts";
import { everything, withTerm } from "./filter.ts";
import { formatFilter } from "./format.ts";
import { parseFilter } from "./parse.ts";
import { anyQuery, cloud, item, license, now, parse } from "../../../../../tests/support/filters.ts";
import { describe } from "./words.ts";

group("what makes no sense is told by a sentence that begins with the field", () => {
  test.each([
    ["stauts=active", "stauts: is not a field; did you mean status?"],
    ["sotr=name", "sotr: is not a field; did you mean sort?"],
    ["colour=red", "colour: is not a field"],
    ["%E2%80%AEcolour=red", "%E2%80%AEcolour: is not a field"],
    ["type=CLOWD", "type: must be one of STANDALONE, CLUSTER, ENTERPRISE, CLOUD"],
    ["memory=much", "memory: must be a size such as 500MiB, or a range such as 1GiB..4GiB"],
    ["memory=1GiB..2potatoes", "memory: must be a size such as 500MiB, or a range such as 1GiB..4GiB"],
    ["memory=..", "memory: must be a size such as 500MiB, or a range such as 1GiB..4GiB"],
    ["ram=95..80", "ram: the first number of a range must not be larger than the second"],
    ["databases=1.5", "databases: must be a whole number, or a range such as 1..10"],
    ["license=soon", "license: must be a number of days, or a range such as ..30, or expired"],
    ["region=a%20b", "region: must be one word of at most 64 characters"],
    [`id=${Array.from({ length: 21 }, (_, n) => n).join(",")}`, "id: must have at most 20 values"],
    [`search=${"x".repeat(1_000)}`, "search: a filter has at most 1000 characters"],
  ])("%s", (text, fault) => {
    expect(parse(text).faults).toEqual([fault]);
  });

  test("FIL08 thousands of parameters are refused at once, also without a name or a value", () => {
    for (const name of ["", "e"])
      expect(parse(Array.from({ length: 5_000 }, () => `${name}=`).join("&")).faults).toEqual([
        "search: a filter has at most 1000 characters",
      ]);
  });

  test("what makes sense beside it stays", () => {
    expect(formatFilter(parse("stauts=x&type=cloud,clowd&sort=name").filter)).toBe("type=CLOUD");
    expect(parse(`search=${"x".repeat(1_000)}&type=CLOUD`).filter).toEqual(everything);
  });
});

group("FIL04 equal filters have one canonical text", () => {
  test.each([
    ["status=stale,active&type=cloud", "type=CLOUD&status=active,stale"],
    ["type=CLOUD,CLUSTER,CLOUD&search=%20x", "search=+x&type=CLOUD,CLUSTER"],
    ["memory=1024MiB..2048MiB", "memory=1GiB..2GiB"],
    ["memory=1.5GiB", "memory=1536MiB"],
    ["memory=1000", "memory=1000"],
    ["memory=5000000.9GiB", "memory=5368710086367642"],
    ["util=9007199254740991", "util=9007199254740991"],
    ["ram=90%25..,80.50", "ram=80.5,90.."],
    ["license=EXPIRED,..30", "license=..30,expired"],
    ["status=-stale,active,-pending", "status=active,-pending,-stale"],
    ["org=all&type=", ""],
  ])("%s is %s", (text, canonical) => {
    const { filter, faults } = parse(text);
    expect(faults).toEqual([]);
    expect(formatFilter(filter)).toBe(canonical);
    expect(parse(canonical).faults).toEqual([]);
  });

  const facts = [
    {},
    { memoryUsed: null, memoryLimit: "0" },
    { license: license(), cloudSubscription: cloud() },
  ].map((fields) => factsOf(item(fields), now));

  test("parsing the text of a filter gives a filter with the same text and the same answers", () => {
    fc.assert(
      fc.property(anyQuery, (pairs) => {
        const { filter } = parseFilter(pairs, []);
        const text = formatFilter(filter);
        const again = parseFilter(new URLSearchParams(text), []);
        expect(again.faults).toEqual([]);
        expect(formatFilter(again.filter)).toBe(text);
        for (const one of facts) expect(compile(again.filter)(one)).toBe(compile(filter)(one));
      }),
    );
  });

  test("neither the order of parameters nor that of values matters", () => {
    fc.assert(
      fc.property(anyQuery, (pairs) => {
        const others = pairs.filter(([name]) => name !== "search");
        const turned = others.toReversed().map(([name, text]): [string, string] => {
          return [name, text.split(",").toReversed().join(",")];
        });
        expect(formatFilter(parseFilter(turned, []).filter)).toBe(
          formatFilter(parseFilter(others, []).filter),
        );
      }),
    );
  });
});

test.each([
  ["util=90..,none", "Memory utilization: at least 90% or no limit set"],
  ["maxmemory=none,unknown", "Memory limit: no limit set or unknown"],
  ["license=..30,expired", "License: expires within 30 days or expired"],
  ["license=-none", "License: not no license"],
  ["shards=80..90", "Shards: 80% to 90%"],
  ["version=..7.2,8", "Version: before 7.2 or 8"],
  ["source=redis-cloud,-agent", "Source: Redis Cloud, not Agent"],
  ["via=key_1,key_2", "Reported by: Blue or key_2"],
])("FIL07 %s is %s in words", (text, inWords) => {
  const nameOf = (field: string, word: string) => (field === "via" && word === "key_1" ? "Blue" : undefined);
  expect(describe(parse(text).filter, nameOf).map((part) => `${part.label}: ${part.text}`)).toEqual([
    inWords,
  ]);
});

test("the parts of a filter are told in words, each with the filter without it", () => {
  const { filter } = parse("search=cart&type=CLUSTER,-CLOUD&ram=90..&memory=..4GiB&license=expired");
  expect(describe(filter).map(({ label, text }) => `${label}: ${text}`)).toEqual([
    "Search: cart",
    "Type: Cluster, not Redis Cloud",
    "Memory used: up to 4 GiB",
    "RAM shards: at least 90%",
    "License: expired",
  ]);
  expect(describe(filter).map(({ without }) => formatFilter(without))[3]).toBe(
    "search=cart&type=CLUSTER,-CLOUD&memory=..4GiB&license=expired",
  );
});

test("FIL07 a filter without its last part is the one filter that matches everything", () => {
  for (const text of ["search=cart", "type=CLUSTER,-CLOUD"])
    for (const { without } of describe(parse(text).filter)) expect(without).toBe(everything);
  expect(parse("").filter).toBe(everything);
  expect(withTerm(parse("org=org_1").filter, "org", undefined)).toBe(everything);
});
