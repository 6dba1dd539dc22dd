import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { parseCommandLine } from "../command-line.ts";
import { settingNames } from "./read.ts";
import { blockVariables } from "./variable-block.ts";
import { blockPrefix, prefix, shortPrefix, variableWords } from "./variable-names.ts";

const readme = readFileSync(join(import.meta.dirname, "..", "..", "README.md"), "utf8");
const blocks = [...readme.matchAll(/```yaml\n([^]*?)```/g)].map(([, text = ""]) => text);

interface Container {
  command: string[];
  probes: string[][];
  variables: Record<string, string>;
}

/** The agent of the two examples: a compose file, and a Deployment of Kubernetes. */
function containers(): Container[] {
  const compose = parse(blocks.find((text) => text.includes("services:")) ?? "") as {
    services: {
      agent: { command: string[]; environment: Record<string, string>; healthcheck: { test: string[] } };
    };
  };
  const { command, environment, healthcheck } = compose.services.agent;
  const kubernetes = parse(blocks.find((text) => text.includes("kind: Deployment")) ?? "") as {
    spec: { template: { spec: { containers: [KubernetesContainer] } } };
  };
  const [pod] = kubernetes.spec.template.spec.containers;
  return [
    { command, probes: [healthcheck.test.slice(1)], variables: environment },
    {
      command: pod.args,
      probes: [pod.livenessProbe.exec.command, pod.readinessProbe.exec.command],
      variables: Object.fromEntries(pod.env.map(({ name, value }) => [name, value])),
    },
  ];
}

interface KubernetesContainer {
  args: string[];
  env: { name: string; value: string }[];
  livenessProbe: { exec: { command: string[] } };
  readinessProbe: { exec: { command: string[] } };
}

const known = new Set([
  ...settingNames.map((setting) => `${prefix}${variableWords(setting)}`),
  ...[shortPrefix, blockPrefix("1"), blockPrefix("2")].flatMap((before) =>
    [undefined, "enterprise"].flatMap((type) => blockVariables(type).map((name) => `${before}${name}`)),
  ),
  `${prefix}REJECTED_KEY_SECONDS`,
]);

test("SLF06 every variable that the README names is one that the agent reads", () => {
  const named = [...readme.matchAll(/\b(?:SHARDWATCH|REDIS)_[A-Z0-9_]*[A-Z0-9]\b/g)].map(([name]) => name);
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((name) => !known.has(name))).toEqual([]);
});

test.each(["a compose file", "Kubernetes"])(
  "SLF06 the example for %s gives commands that exist, and an id",
  (which) => {
    const found = containers()[which === "Kubernetes" ? 1 : 0];
    expect(parseCommandLine(found?.command ?? [])).toEqual({ kind: "run" });
    for (const [program, ...words] of found?.probes ?? []) {
      expect(program).toBe("shardwatch-agent");
      expect(parseCommandLine(words)).toMatchObject({ kind: "health" });
    }
    const { SHARDWATCH_AGENT_ID, SHARDWATCH_HEALTH_FILE } = found?.variables ?? {};
    expect(SHARDWATCH_AGENT_ID).toMatch(/^[0-9a-z]{8,32}$/);
    expect(SHARDWATCH_HEALTH_FILE).toMatch(/^\/tmp\//);
    for (const name of Object.keys(found?.variables ?? {})) expect(known).toContain(name);
  },
);
