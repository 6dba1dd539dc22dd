import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { describeFile, readFile } from "./file.ts";
import { openFile } from "./open.ts";
import { readText } from "@shardwatch/core/kit/text-file";

const folder = mkdtempSync(join(tmpdir(), "shardwatch-file-"));
afterAll(() => rmSync(folder, { recursive: true }));

const path = join(folder, "shardwatch.yaml");
const digest = `key_01aryz6s41tsv4rrffq69g5fav:${"a".repeat(43)}`;

function faultsOf(text: string): string[] {
  writeFileSync(path, text);
  try {
    readFile(path);
    return [];
  } catch (error) {
    const [head, ...faults] = (error as Error).message.split("\n");
    expect(head).toBe(`The configuration file ${path} is wrong.`);
    return faults;
  }
}

/** It was made on November 29, 2026, and may end on November 30, 2027 at most. */
const tokenDigest = `tok_01m8kjt9g00000000000000000:${"a".repeat(43)}`;

/** A file with one token that has these settings beside its name. */
const withToken = (settings: string) => withOne(`tokens:\n  - { name: Prometheus, ${settings} }`);

/** A file with one organization that has these further lines. */
const withOne = (lines: string) =>
  `organizations:\n  - id: one\n    name: One\n${lines.replaceAll(/^/gm, "    ")}\n`;

describe("SLF03 configuration file: what is wrong has its place and what would be right", () => {
  test.each([
    ["", 'the file is empty; "organizations: []" has none on purpose'],
    ["# nothing but a comment\n", 'the file is empty; "organizations: []" has none on purpose'],
    ["{}", 'organizations: is required; "[]" has none on purpose'],
    ["- one", 'the file: must be settings such as "organizations: []"'],
    ["organizations: {}", "organizations: must be a list"],
    ["organizations: [\n", "the file is not YAML at line 2, column 1 (BAD_INDENT)"],
    ["organizations: []\norganizations: []\n", "the file is not YAML at line 2, column 1 (DUPLICATE_KEY)"],
    ["organizations: []\nagentKeys: []\n", "agentKeys: is not a setting"],
    ["organizations:\n  - name: One\n", "organizations[0].id: is required"],
    ["organizations:\n  - { id: One!, name: One }\n", "organizations[0].id: must be lower-case letters"],
    ["organizations:\n  - { id: one, name: '' }\n", "organizations[0].name: Organization name is required"],
    [
      "organizations:\n  - { id: one, name: One }\n  - { id: one, name: Two }\n",
      "organizations[1].id: is given at organizations[0].id, too",
    ],
    [withOne("agentKey: []"), "organizations[0].agentKey: is not a setting"],
    [
      withOne("agentKeys:\n  - { name: cluster, digest: 12 }"),
      "organizations[0].agentKeys[0].digest: must be a text",
    ],
    [
      withOne("agentKeys:\n  - { name: cluster, digest: key_1 }"),
      "organizations[0].agentKeys[0].digest: must be a digest such as key_…:…",
    ],
    [
      withOne("agentKeys:\n  - { name: cluster, digest: sw_key_hunter2 }"),
      "organizations[0].agentKeys[0].digest: is the key itself; it must be its digest",
    ],
    [
      withOne("agentKeys:\n  - { name: cluster, key: sw_key_hunter2 }"),
      "organizations[0].agentKeys[0].key: must not be in the file; use digest",
    ],
    [
      withOne(
        `agentKeys:\n  - { name: first, digest: "${digest}" }\n  - { name: second, digest: "${digest}" }`,
      ),
      "organizations[0].agentKeys[1].digest: is given at organizations[0].agentKeys[0].digest, too",
    ],
    [
      withToken("token: sw_tok_hunter2, scopes: [read], expiresAt: 2027-06-30"),
      "organizations[0].tokens[0].digest: is required",
    ],
    [
      withToken(`digest: "${tokenDigest}", token: sw_tok_hunter2, scopes: [read], expiresAt: 2027-06-30`),
      "organizations[0].tokens[0].token: must not be in the file; use digest",
    ],
    [
      withToken(`digest: "${digest}", scopes: [read], expiresAt: 2027-06-30`),
      "organizations[0].tokens[0].digest: must be a digest such as tok_…:…",
    ],
    [
      withToken(`digest: "tok_${"u".repeat(26)}:${"a".repeat(43)}", scopes: [read], expiresAt: 2027-06-30`),
      "organizations[0].tokens[0].digest: has an id that keygen did not make",
    ],
    [
      withToken(`digest: "${tokenDigest}"`),
      "organizations[0].tokens[0].scopes: is required\norganizations[0].tokens[0].expiresAt: is required",
    ],
    [
      withToken(`digest: "${tokenDigest}", scopes: [read, hunter2], expiresAt: 2027-06-30`),
      "organizations[0].tokens[0].scopes[1]: must be one of metrics, read, audit",
    ],
    [
      withToken(`digest: "${tokenDigest}", scopes: [], expiresAt: 2027-06-30`),
      "organizations[0].tokens[0].scopes: choose at least one",
    ],
    [
      withToken(`digest: "${tokenDigest}", scopes: [read], expiresAt: 2027-02-30`),
      "organizations[0].tokens[0].expiresAt: must be a day such as 2027-06-30",
    ],
    [
      withToken(`digest: "${tokenDigest}", scopes: [read], expiresAt: 2027-12-01`),
      "organizations[0].tokens[0].expiresAt: must be Nov 30, 2027 at most, 366 days after keygen made the token",
    ],
    [
      withToken(`digest: "${tokenDigest}", scopes: [read], expiresAt: 2027-06-30, networks: [10.0.0.0/8, a]`),
      "organizations[0].tokens[0].networks[1]: must be like 192.0.2.4",
    ],
    [
      withOne("redisCloud:\n  - { name: prod, apiKey: hunter2, apiSecretEnv: SECRET }"),
      "organizations[0].redisCloud[0].apiKey: must not be in the file; use apiKeyEnv or apiKeyFile",
    ],
    [
      withOne("redisCloud:\n  - { name: prod, apiKeyEnv: KEY }"),
      "organizations[0].redisCloud[0].apiSecretEnv: is required, or apiSecretFile",
    ],
    [
      withOne("redisCloud:\n  - { name: prod, apiKeyEnv: KEY, apiKeyFile: key, apiSecretEnv: SECRET }"),
      "organizations[0].redisCloud[0].apiKeyEnv: excludes apiKeyFile; keep one",
    ],
    [
      withOne("redisCloud:\n  - { name: prod, apiKeyEnv: my-hunter2, apiSecretEnv: SECRET }"),
      "organizations[0].redisCloud[0].apiKeyEnv: must be the name of an environment variable",
    ],
    [withOne("elastiCache:\n  - roleArn: nothing"), "organizations[0].elastiCache[0].roleArn: "],
    [
      withOne("groups:\n  - { group: ops, role: owner }"),
      'organizations[0].groups[0].role: must be "admin" or "viewer"',
    ],
    [
      withOne("groups:\n  - { group: ops, role: toString }\n  - { group: all }"),
      'organizations[0].groups[0].role: must be "admin" or "viewer"\norganizations[0].groups[1].role: must be "admin" or "viewer"',
    ],
    [
      withOne("shared: true\ngroups:\n  - { group: ops, role: admin }"),
      "organizations[0].groups: must not be given with shared; OIDC_GROUPS_ADMIN",
    ],
  ])("%s", (text, message) => {
    const faults = faultsOf(text);
    expect(faults.join("\n")).toContain(message);
    expect(faults.join("\n")).not.toContain("hunter2");
  });

  test("each word for a role gives that role", () => {
    writeFileSync(
      path,
      withOne("groups:\n  - { group: ops, role: admin }\n  - { group: all, role: viewer }"),
    );
    const [one] = readFile(path).content.organizations;
    expect(one?.groups.map(({ role }) => role)).toEqual(["ORG_ADMIN", "VIEWER"]);
  });

  test("OUT01 the end of a token is a day of UTC, or a time with its zone", () => {
    const endOf = (expiresAt: string) => {
      writeFileSync(
        path,
        withToken(`digest: "${tokenDigest}", scopes: [audit, read], expiresAt: ${expiresAt}`),
      );
      const [token] = readFile(path).content.organizations[0]?.tokens ?? [];
      expect(token).toMatchObject({ scopes: ["read", "audit"], networks: [] });
      return new Date(token?.expiresAt ?? 0).toISOString();
    };
    expect(endOf("2027-06-30")).toBe("2027-06-30T00:00:00.000Z");
    expect(endOf("2027-06-30T12:00:00+02:00")).toBe("2027-06-30T10:00:00.000Z");
    expect(endOf("2020-01-01")).toBe("2020-01-01T00:00:00.000Z");
  });

  test("every fault is in one message", () => {
    const faults = faultsOf(withOne("agentKeys:\n  - { name: cluster }\ngroups: all\nmore: 1"));
    expect(faults.map((fault) => fault.replace(/:.*/, "")).toSorted()).toEqual([
      "organizations[0].agentKeys[0].digest",
      "organizations[0].groups",
      "organizations[0].more",
    ]);
  });

  test("a file that is missing, a folder, too large or full of aliases", () => {
    expect(() => readFile(join(folder, "none.yaml"))).toThrow("the file does not exist");
    expect(() => readFile(folder)).toThrow("the file is a folder");
    writeFileSync(path, "");
    truncateSync(path, 2 ** 20 + 1);
    expect(() => readFile(path)).toThrow("the file is larger than 1024 KB");
    const lists = ["a: &a [x]", "b: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a, *a]"];
    lists.push("c: &c [*b, *b, *b, *b, *b, *b, *b, *b, *b, *b]", "d: [*c, *c, *c, *c, *c, *c, *c, *c]");
    expect(faultsOf(lists.join("\n"))).toEqual(["the file refers to itself too often (YAML aliases)"]);
  });
});

describe("SLF03 configuration file: what it refers to is opened by the server", () => {
  const text = withOne(
    "redisCloud:\n  - { name: prod, apiKeyEnv: CLOUD_KEY, apiSecretFile: secrets/cloud }\n  - { name: test, apiKeyFile: key, apiSecretEnv: CLOUD_SECRET }",
  );
  const settings = { openId: undefined, sharedOrganization: undefined, elastiCache: false };

  test("a pipeline without the secrets can check it", () => {
    writeFileSync(path, text);
    expect(describeFile(readFile(path).content)).toContain("2 Redis Cloud accounts");
  });

  test("a missing variable or file is a fault that shows no value", () => {
    writeFileSync(path, text);
    writeFileSync(join(folder, "key"), "two words\n");
    const open = () => openFile(path, { CLOUD_SECRET: "hunter2" }, settings);
    expect(open).toThrow("redisCloud[0].apiKeyEnv: the environment variable that it names is not set");
    // A secret in its place may have the form of a name.
    expect(open).not.toThrow("CLOUD_KEY");
    expect(open).toThrow("redisCloud[0].apiSecretFile: the file that it names does not exist");
    expect(open).toThrow("redisCloud[1].apiKeyFile: what it refers to must be 1 to 200 printable characters");
    expect(open).not.toThrow(/hunter2|two words/);
  });

  test("a secret's file is beside the configuration file, and a line end does not count", () => {
    writeFileSync(
      path,
      withOne("redisCloud:\n  - { name: prod, apiKeyFile: key, apiSecretEnv: CLOUD_SECRET }"),
    );
    writeFileSync(join(folder, "key"), "hunter1\n");
    const [one] = openFile(path, { CLOUD_SECRET: "hunter2" }, settings).organizations;
    expect(one?.redisCloud[0]?.apiKey.reveal()).toBe("hunter1");
    expect(JSON.stringify(one)).not.toMatch(/hunter/);
  });

  test("groups and AWS accounts need their settings", () => {
    const role = "arn:aws:iam::111122223333:role/Shardwatch";
    writeFileSync(
      path,
      withOne(`groups:\n  - { group: ops, role: admin }\nelastiCache:\n  - roleArn: ${role}`),
    );
    const open = () => openFile(path, {}, settings);
    expect(open).toThrow("organizations[0].groups: need sign-in by OpenID Connect");
    expect(open).toThrow("organizations[0].elastiCache: needs ELASTICACHE=on");
  });

  test("AMD21 an organization is shared where people enter one, also by links", () => {
    writeFileSync(path, withOne("shared: true"));
    const open = (sharedOrganization: string | undefined) =>
      openFile(path, {}, { ...settings, sharedOrganization }).organizations;
    expect(() => open(undefined)).toThrow("organizations[0].shared: each person with a Redis Cloud account");
    expect(open("Our organization")).toMatchObject([{ isShared: true }]);
  });
});

describe("MND10 a hostile configuration file ends with a sentence that prints no value", () => {
  const secret = "root:*:20228:0:99999:7:::";

  test("a link out of its folder is refused, and one of a volume of Kubernetes is not", () => {
    const own = mkdtempSync(join(folder, "own-"));
    writeFileSync(join(folder, "shadow"), `"${secret}": x\n`);
    symlinkSync(join(folder, "shadow"), join(own, "shardwatch.yaml"));
    const read = () => readFile(join(own, "shardwatch.yaml"));
    expect(read).toThrow("the file is a link that leads out of its folder");
    expect(read).not.toThrow(/root|20228/);
    mkdirSync(join(own, "..2026"));
    writeFileSync(join(own, "..2026", "mounted.yaml"), "organizations: []\n");
    symlinkSync("..2026", join(own, "..data"));
    symlinkSync("..data/mounted.yaml", join(own, "mounted.yaml"));
    expect(readFile(join(own, "mounted.yaml")).content).toEqual({ organizations: [] });
    symlinkSync("round.yaml", join(own, "round.yaml"));
    expect(() => readFile(join(own, "round.yaml"))).toThrow("the file is a link that leads back to itself");
  });

  test("a file without a size is read to the limit only", () => {
    // Its size is 0, and it has more.
    expect(readText(`/proc/${process.pid}/smaps`, 1_024)).toEqual({ fault: "is larger than 1 KB" });
  });

  test.each([
    ["escape sequences", '"\\e]0;hunter2\\a": 1', "the file: has something that is not a setting"],
    ["a line of another file", `"${secret}": hunter2`, "the file: has something that is not a setting"],
    ["a name of JavaScript", "constructor: hunter2", "constructor: is not a setting"],
    ["a prototype", "__proto__: { hunter2: 1 }", "the file: has something that is not a setting"],
  ])("%s as a setting", (_, text, fault) => {
    const faults = faultsOf(`organizations: []\n${text}\n`);
    expect(faults).toEqual([fault]);
  });

  const bytes = 800_000;
  test.each([
    ["brackets", "[".repeat(bytes)],
    ["brackets in pairs", `a: ${"[".repeat(65)}${"]".repeat(65)}`],
    ["braces", "{a: ".repeat(bytes / 4)],
    ["lists on one line", "- ".repeat(bytes / 2)],
    ["questions on one line", "? ".repeat(bytes / 2)],
    [
      "lists below one another",
      Array.from({ length: 65 }, (__, level) => `${" ".repeat(level)}-`).join("\n"),
    ],
  ])("more than 64 levels of %s", (_, text) => {
    expect(faultsOf(text)).toEqual(["the file has more than 64 levels"]);
  });

  test("64 levels are not too many, and brackets of a text are none", () => {
    expect(faultsOf(`${"[".repeat(64)}${"]".repeat(64)}`)).toEqual([
      'the file: must be settings such as "organizations: []"',
    ]);
    expect(faultsOf(`# ${"[".repeat(100)}\norganizations: []\n`)).toEqual([]);
  });

  test("fifty thousand names at one place", () => {
    const names = Array.from({ length: 50_000 }, (_, index) => `a${index}:`);
    expect(faultsOf(names.join("\n"))).toEqual(["the file has more than 100 settings at one place"]);
    expect(faultsOf(`{${names.map((name) => `${name} 1`).join(", ")}}`)).toEqual([
      "the file has more than 100 settings at one place",
    ]);
  });

  test.each(["]", "}"])("a megabyte of %s ends at the first one", (bracket) => {
    expect(faultsOf(bracket.repeat(bytes))).toEqual([
      "the file is not YAML at line 1, column 1 (UNEXPECTED_TOKEN)",
    ]);
    expect(faultsOf(`organizations: []\n${bracket}`)).toEqual([
      "the file is not YAML at line 2, column 1 (UNEXPECTED_TOKEN)",
    ]);
  });

  test.each([
    ["values", `[${"a,".repeat(bytes / 2 - 1)}a]`],
    ["entries", "- \n".repeat(bytes / 4)],
    ["documents", "---\n".repeat(bytes / 4)],
  ])("more than 200,000 words: %s", (_, text) => {
    expect(faultsOf(text)).toEqual(["the file has more than 200,000 words and marks"]);
  });
});
