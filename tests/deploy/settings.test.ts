import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readConfiguration } from "@shardwatch/agent/configuration/read";
import { formatAgentKey } from "@shardwatch/core/kit/composite-key";
import { readSettings } from "@shardwatch/server/settings/settings";
import { afterAll, describe, expect, test } from "vitest";
import { programs } from "../../scripts/image/programs.mjs";
import { environmentOf, readCompose } from "./compose-file.ts";
import { deployFolder } from "./folder.ts";
import { type Manifest, only, podOf, render } from "./kustomize.ts";

type Variables = Record<string, string>;

/** The files that docs/operating.md asks for, in the place of the mounted secrets. */
const secrets = mkdtempSync(join(tmpdir(), "shardwatch-secrets-"));
afterAll(() => rmSync(secrets, { recursive: true }));
const key = formatAgentKey(`key_${"a".repeat(26)}`, Buffer.alloc(32, 7));
for (const [name, content] of Object.entries({
  "oidc-client-secret": "a secret of the client",
  "vault-key": "x".repeat(32),
  "agent-key": key,
  "redis-password": "a password",
}))
  writeFileSync(join(secrets, name), content, { mode: 0o600 });

const mounted = /^\/run\/secrets(?:\/shardwatch)?(?=\/)/;

/** The variables that a program gets, with our files in the place of the mounted ones. */
const here = (variables: Variables): Variables =>
  Object.fromEntries(
    Object.entries(variables)
      .filter(([name]) => name !== "PATH")
      .map(([name, value]) => [name, value.replace(mounted, secrets)]),
  );

const ofImage = ({ config }: { config: { Env: readonly string[] } }): Variables =>
  Object.fromEntries(config.Env.map((line) => line.split(/=(.*)/s).slice(0, 2)));

/** The environment of the only container of an object's pods, as Kubernetes makes it. */
function inCluster(manifests: readonly Manifest[], kind: string, name: string, image: Variables): Variables {
  const [container] = podOf(only(manifests, kind, name))?.containers ?? [];
  const maps = (container?.envFrom ?? []).map(
    ({ configMapRef }) => only(manifests, "ConfigMap", configMapRef.name)["data"] as Variables,
  );
  const own = (container?.env ?? []).map(({ name: variable, value }) => [variable, value ?? ""]);
  return here(Object.assign({}, image, ...maps, Object.fromEntries(own)) as Variables);
}

const { services } = readCompose();
const inCompose = (name: keyof typeof programs): Variables => {
  const service = services[name];
  if (!service) throw new Error(`there is no service ${name}`);
  return here(environmentOf(service, ofImage(programs[name])));
};

const folders = ["base", "table", "example"] as const;
const cases = [
  {
    where: "the compose file",
    server: inCompose("server"),
    agent: inCompose("agent"),
  },
  ...folders.map((folder) => {
    const manifests = render(join(deployFolder, "kustomize", folder));
    return {
      where: `kustomize/${folder}`,
      server: inCluster(manifests, "StatefulSet", "shardwatch-server", ofImage(programs.server)),
      agent: inCluster(manifests, "Deployment", "shardwatch-agent", ofImage(programs.agent)),
    };
  }),
];

const readers = {
  server: (variables: Variables): unknown => readSettings(variables),
  agent: (variables: Variables): unknown => readConfiguration(undefined, variables),
};

/** The variables that may have any value without a difference: their names are misspelt. */
function ignored(program: keyof typeof readers, variables: Variables): string[] {
  const said = (changed: Variables): string => {
    try {
      return JSON.stringify(readers[program](changed));
    } catch (error) {
      return String(error);
    }
  };
  const before = said(variables);
  return Object.keys(variables).filter((name) => said({ ...variables, [name]: "~" }) === before);
}

describe.each(cases)("SLF04 the settings of $where", (given) => {
  test.each(["server", "agent"] as const)("SLF04 are those that the %s reads", (program) => {
    const variables = given[program];
    expect(() => readers[program](variables)).not.toThrow();
    expect(Object.keys(variables).length).toBeGreaterThan(4);
    expect(ignored(program, variables)).toEqual([]);
  });
});

test("SLF04 a misspelt setting of a manifest is found", () => {
  const [{ server, agent }] = cases as [(typeof cases)[0]];
  expect(ignored("server", { ...server, TRUSTED_PROXYS: "10.0.0.1" })).toEqual(["TRUSTED_PROXYS"]);
  expect(ignored("agent", { ...agent, REDIS_NAMES: "orders" })).toEqual(["REDIS_NAMES"]);
});

test("SLF03 SLF04 the server listens where its image says", () => {
  for (const { server } of cases)
    expect(readSettings(server)).toMatchObject({ bind: "0.0.0.0", port: 8080, webDist: "/app/web" });
});

test("SLF04 only the overlay for a table has one, with the vault key from a secret", () => {
  for (const { where, server } of cases) {
    const { table, hasOwnKeyFile, dataFolder } = readSettings(server);
    const isTable = where === "kustomize/table";
    expect({ where, table: table?.name, hasOwnKeyFile }).toEqual({
      where,
      table: isTable ? "shardwatch" : undefined,
      hasOwnKeyFile: isTable,
    });
    expect(dataFolder).toBe("/var/lib/shardwatch");
  }
});

test("SLF04 every agent has an id of its own that stays, and a file for its health", () => {
  for (const { agent } of cases) {
    expect(readConfiguration(undefined, agent)).toMatchObject({ healthFile: "/tmp/agent.health" });
    expect(agent["SHARDWATCH_AGENT_ID"]).toMatch(/^[0-9a-z]{8,32}$/);
  }
});
