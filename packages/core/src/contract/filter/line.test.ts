import fc from "fast-check";
import { describe as group, expect, test } from "vitest";
import { compile } from "./compile.ts";
import { factsOf } from "./facts.ts";
import { everything } from "./filter.ts";
import { formatFilter, formatLine } from "./format.ts";
import { nearest } from "./nearest.ts";
import { parseFilter, parseText } from "./parse.ts";
import { anyItem, anyQuery, now, parse } from "../../../../../tests/support/filters.ts";
import { describe } from "./words.ts";

const read = (text: string) => parseText(text, ["sort", "order", "page", "pageSize"], nearest);
const inAddress = (text: string) => formatFilter(read(text).filter);

group("FIL01 FIL04 a line and an address are two texts of one filter", () => {
  test.each([
    ["util>90 version<7.2 tls:no", "version=..7.2&util=90.1..&tls=no"],
    ["util>=90", "util=90.."],
    ["util<80", "util=..79.9"],
    ["util<=80,none", "util=..80,none"],
    ["util > 90 tls:no", "util=90.1..&tls=no"],
    ["util >90", "util=90.1.."],
    ["util>90.55", "util=90.6.."],
    ["frag>75.1", "frag=75.100001.."],
    ["databases>1", "databases=2.."],
    ["maxmemory>1GiB", "maxmemory=1073741825.."],
    ["maxmemory<1gib", "maxmemory=..1073741823"],
    ["license<30", "license=..29"],
    ["version>7.2", "version=7.3.."],
    ["version<=7.2", "version=..7.3"],
    ["version>7.2.4", "version=7.2.5.."],
    ["util>80 util<90", "util=80.1..89.9"],
    ["version>=6 version<7.2 version:8", "version=6.0..7.2,8"],
    ["memory>1GiB memory>2GiB", "memory=2147483649.."],
    ["util<10,>90", "util=..9.9,90.1.."],
    ["-status:active,stale", "status=-active,-stale"],
    ["-util>=95 util>90", "util=90.1..,-95.."],
    ["TLS:NO Type=cloud", "type=CLOUD&tls=no"],
    ["orders", "search=orders"],
    ["orders  eu tls:no 7", "search=orders++eu+7&tls=no"],
    ["search:orders", "search=orders"],
    ['"util>90"', "search=util%3E90"],
    ['"a \\"b\\" \\\\c" tls:no', "search=a+%22b%22+%5Cc&tls=no"],
    ['"orders eu', "search=orders+eu"],
    ['a"b .*(x', "search=a%22b+.*%28x"],
    ["-orders", "search=-orders"],
    ["?type=cloud&status=stale", "type=CLOUD&status=stale"],
    ["search=a+b&type=CLOUD", "search=a+b&type=CLOUD"],
    ["https://shardwatch.example/deployments?status=stale&page=3", "status=stale"],
    ["  ", ""],
  ])("%s is %s", (line, address) => {
    expect(read(line).faults).toEqual([]);
    expect(inAddress(line)).toBe(address);
  });

  test("LST07 characters in names are literal, unless they make a field", () => {
    for (const search of [".", "*", "(", "a:", ":6379", "=x", ">", "100%", "c++", "-"])
      expect(read(`x${search === "a:" ? '"a:"' : ` ${search}`}`).filter.search).toMatch(/^x/);
    expect(read("*.(eu)*").filter).toEqual(parse("search=*.(eu)*").filter);
  });

  test.each([
    ["version=..7.2&util=90.1..&tls=no", "version<7.2 util>90 tls:no"],
    ["util=90..", "util>=90"],
    ["util=..90,95..", "util:..90,95.."],
    ["util=80..90,none", "util:80..90,none"],
    ["databases=2..", "databases>=2"],
    ["maxmemory=1073741825..", "maxmemory>1GiB"],
    ["ops=100.000001..", "ops>100"],
    ["version=7.3..", "version>=7.3"],
    ["license=..30,expired", "license:..30,expired"],
    ["search=orders+eu&type=CLOUD,-CLUSTER", "orders eu type:CLOUD -type:CLUSTER"],
    ["search=+orders", '" orders"'],
    ["search=a%3Db", '"a=b"'],
    ["search=tls:no", '"tls:no"'],
    ["search=%3Fx", '"?x"'],
    ["", ""],
  ])("%s is written %s", (address, line) => {
    expect(formatLine(parse(address).filter)).toBe(line);
    expect(inAddress(line)).toBe(address);
  });

  const anyFilter = anyQuery.map((pairs) => parseFilter(pairs, []).filter);

  test("parse(print(x)) is x, in both texts, and each has one form", () => {
    fc.assert(
      fc.property(anyFilter, (filter) => {
        const [address, line] = [formatFilter(filter), formatLine(filter)];
        for (const text of [address, line]) {
          const again = read(text);
          expect(again.faults).toEqual([]);
          expect(formatFilter(again.filter)).toBe(address);
          expect(formatLine(again.filter)).toBe(line);
        }
      }),
      { numRuns: 1_000 },
    );
  });

  test("a comparison matches what people mean by it", () => {
    const bounds = fc.constantFrom(0, 1, 79.9, 80, 80.1, 97.7, 100, 120);
    const compare = { ">": (a: number, b: number) => a > b, "<=": (a: number, b: number) => a <= b };
    const against = { ...compare, ">=": (a: number, b: number) => a >= b };
    fc.assert(
      fc.property(anyItem, fc.constantFrom(">", ">=", "<=" as const), bounds, (item, sign, bound) => {
        const facts = factsOf(item, now);
        const { utilization } = facts;
        const truth = compile(read(`util${sign}${bound}`).filter)(facts);
        const isThere = utilization !== undefined && utilization !== null;
        expect(truth).toBe(
          isThere ? against[sign](utilization, bound) : utilization === null ? false : undefined,
        );
      }),
    );
  });

  test("any text is read in one way, and what was read can be written", () => {
    const piece = fc.oneof(
      fc.constantFrom(
        "util",
        ">",
        "<=",
        ":",
        '"',
        "\\",
        " ",
        "-",
        "tls:no",
        "version<7.2",
        "memory",
        "1GiB",
        ",",
      ),
      fc.string({ maxLength: 6, unit: "binary" }),
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 12 }).map((all) => all.join("")),
        (text) => {
          const { filter } = read(text);
          expect(inAddress(formatLine(filter))).toBe(inAddress(formatFilter(filter)));
        },
      ),
      { numRuns: 1_000 },
    );
  });
});

group("FIL05 what makes no sense in a line begins with the field, and names the nearest one", () => {
  test.each([
    ["mem>90", "mem: is not a field; did you mean memory?"],
    ["utilization>90", "utilization: is not a field; did you mean util?"],
    ["stauts:active tls:no", "stauts: is not a field; did you mean status?"],
    ["prod:cart", "prod: is not a field"],
    ["util>", "util: must be a percentage such as 90, or a range such as 80..95"],
    ["util>80..90", "util: must be a percentage such as 90, or a range such as 80..95"],
    ["util<0", "util: must be a percentage such as 90, or a range such as 80..95"],
    ["util>9007199254740991", "util: must be a percentage such as 90, or a range such as 80..95"],
    ["databases>999999999", "databases: must be a whole number, or a range such as 1..10"],
    ["util>90 util<80", "util: the first number of a range must not be larger than the second"],
    ["tls>no", "tls: must be one of yes, no, mixed"],
    ["x".repeat(4_001), "search: a filter has at most 1000 characters"],
    [`"${"x".repeat(1_000)}"`, "search: a filter has at most 1000 characters"],
  ])("%s", (line, fault) => {
    expect(read(line).faults).toEqual([fault]);
  });
});

test("FIL08 no line is slow", () => {
  const begin = performance.now();
  for (const text of ['"\\" ', "util>", "a:b,", '"'].map((part) => part.repeat(4_000 / part.length)))
    read(text);
  expect(performance.now() - begin).toBeLessThan(500);
});

test("FIL01 a parameter q has a line, beside the other parameters", () => {
  expect(formatFilter(parse("q=util%3E90+tls:no+orders&type=CLOUD").filter)).toBe(
    "search=orders&type=CLOUD&util=90.1..&tls=no",
  );
  expect(parse("q=mem%3E90").faults).toEqual(["mem: is not a field; did you mean memory?"]);
  expect(parse("q=").filter).toBe(everything);
});

test("FIL07 an open end is more or less than a round number in words", () => {
  const inWords = describe(read("util>90 maxmemory<1GiB license>30 version<7.2 clients>=5").filter);
  expect(inWords.map(({ text }) => text)).toEqual([
    "before 7.2",
    "more than 90%",
    "less than 1 GiB",
    "at least 5",
    "expires in more than 30 days",
  ]);
});
