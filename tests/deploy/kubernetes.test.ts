import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Deployment, StatefulSet } from "kubernetes-models/apps/v1";
import { Ingress, NetworkPolicy } from "kubernetes-models/networking.k8s.io/v1";
import { PodDisruptionBudget } from "kubernetes-models/policy/v1";
import { ConfigMap, Service, ServiceAccount } from "kubernetes-models/v1";
import { describe, expect, onTestFinished, test } from "vitest";
import { programs, user } from "../../scripts/image/programs.mjs";
import { deployFolder } from "./folder.ts";
import { type Manifest, only, podOf, render } from "./kustomize.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const folders = ["base", "table", "example"] as const;
const rendered = Object.fromEntries(
  folders.map((folder) => [folder, render(join(deployFolder, "kustomize", folder))]),
) as Record<(typeof folders)[number], Manifest[]>;

/** Each kind that ours use, with the module that has its type. */
const models = {
  "apps/v1": { Deployment, StatefulSet },
  "networking.k8s.io/v1": { Ingress, NetworkPolicy },
  "policy/v1": { PodDisruptionBudget },
  v1: { ConfigMap, Service, ServiceAccount },
} as Record<string, Record<string, new (data: object) => { validate: () => void }>>;

/** Why Kubernetes would refuse an object; undefined when it would not. */
function faultOf(manifest: Manifest): string | undefined {
  const Model = models[manifest.apiVersion]?.[manifest.kind];
  if (!Model) return `${manifest.apiVersion} ${manifest.kind} is unknown`;
  try {
    new Model(manifest).validate();
    return undefined;
  } catch (error) {
    return `${manifest.kind} ${manifest.metadata.name}: ${String(error)}`;
  }
}

/** What the compiler says of objects with the types of Kubernetes. Unlike the schemas, it knows misspelt fields. */
function compilerFaults(manifests: readonly Manifest[]): string {
  const parent = join(root, "reports");
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(join(parent, "manifests-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const lines = manifests.map(
    ({ apiVersion, kind, ...rest }, index) =>
      `import type { I${kind} as I${index} } from "kubernetes-models/${apiVersion}";\n` +
      `export const o${index}: I${index} = ${JSON.stringify({ apiVersion, kind, ...rest })};\n`,
  );
  writeFileSync(join(folder, "manifests.ts"), lines.join(""));
  const options = [
    "--noEmit",
    "--strict",
    "--skipLibCheck",
    "--module",
    "esnext",
    "--moduleResolution",
    "bundler",
  ];
  const types = ["--types", "", "--target", "es2024", "--ignoreConfig"];
  const tsc = join(root, "node_modules/.bin/tsc");
  const { stdout } = spawnSync(tsc, [...options, ...types, join(folder, "manifests.ts")], {
    encoding: "utf8",
    timeout: 60_000,
  });
  return stdout;
}

test.each(folders)("SLF04 every object of kustomize/%s follows the schemas of Kubernetes", (folder) => {
  expect(rendered[folder].length).toBeGreaterThan(6);
  expect(rendered[folder].map(faultOf).filter((fault) => fault !== undefined)).toEqual([]);
});

test("SLF04 no object has a field that Kubernetes does not know", { timeout: 60_000 }, () => {
  expect(compilerFaults(Object.values(rendered).flat())).toBe("");
});

test("SLF04 a misspelt field of an object would be noticed", { timeout: 60_000 }, () => {
  const set = structuredClone(only(rendered.base, "StatefulSet", "shardwatch-server"));
  const [container] = podOf(set)?.containers ?? [];
  Object.assign(container?.["securityContext"] as object, { readOnlyRootFilesytem: true });
  expect(compilerFaults([set])).toContain("readOnlyRootFilesytem");
});

const pods = folders.flatMap((folder) =>
  rendered[folder].flatMap((manifest) => {
    const pod = podOf(manifest);
    return pod ? [{ folder, name: manifest.metadata.name, pod, manifest }] : [];
  }),
);

describe.each(pods)("SLF04 the pods of $name in kustomize/$folder", ({ name, pod, manifest }) => {
  const program = name === "shardwatch-server" ? programs.server : programs.agent;

  test("SLF04 have no rights, by the restricted standard of Kubernetes", () => {
    expect(pod).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: {
        runAsNonRoot: true,
        runAsUser: user,
        runAsGroup: user,
        fsGroup: user,
        seccompProfile: { type: "RuntimeDefault" },
      },
    });
    expect(program.config.User).toBe(`${user}:${user}`);
    for (const container of pod.containers)
      expect(container["securityContext"]).toEqual({
        readOnlyRootFilesystem: true,
        allowPrivilegeEscalation: false,
        capabilities: { drop: ["ALL"] },
      });
  });

  test("SLF04 say what they need, get no variables of other services, and mount what they name", () => {
    expect(pod["enableServiceLinks"]).toBe(false);
    const [container] = pod.containers;
    expect(container?.["resources"]).toMatchObject({
      requests: { cpu: expect.any(String), memory: expect.any(String) },
      limits: { memory: expect.any(String) },
    });
    const { volumeClaimTemplates: claims = [] } = manifest["spec"] as {
      volumeClaimTemplates?: { metadata: { name: string } }[];
    };
    const volumes = [...(pod.volumes ?? []), ...claims.map(({ metadata }) => metadata)];
    const mounted = container?.volumeMounts?.map((mount) => mount.name);
    expect(mounted?.toSorted()).toEqual(volumes.map((volume) => volume.name).toSorted());
  });

  test("SLF04 get their secrets as files, and the manifests hold none", () => {
    // Without a provider the server has none. The agent's pod waits for its key.
    const optional = name === "shardwatch-server" ? { optional: true } : {};
    const secret = { secretName: name, defaultMode: 0o440, ...optional };
    expect(pod.volumes).toContainEqual({ name: "secrets", secret });
    expect(rendered.base.filter(({ kind }) => kind === "Secret")).toEqual([]);
  });
});

test("SLF04 one server has the embedded database, and stops within its time", () => {
  for (const folder of ["base", "example"] as const) {
    const { spec } = only(rendered[folder], "StatefulSet", "shardwatch-server");
    expect(spec).toMatchObject({
      replicas: 1,
      volumeClaimTemplates: [{ spec: { accessModes: ["ReadWriteOnce"] } }],
    });
  }
  const pod = podOf(only(rendered.base, "StatefulSet", "shardwatch-server"));
  expect(pod?.["terminationGracePeriodSeconds"]).toBeGreaterThanOrEqual(5 + 25);
  const mounts = pod?.containers.flatMap(({ volumeMounts = [] }) => volumeMounts.map((one) => one.mountPath));
  for (const folder of Object.keys(programs.server.config.Volumes)) expect(mounts).toContain(folder);
});

test("SLF04 two servers share a table, on different nodes, and one of them always stays", () => {
  const { spec } = only(rendered.table, "StatefulSet", "shardwatch-server");
  expect(spec).toMatchObject({ replicas: 2, podManagementPolicy: "Parallel" });
  expect(spec).not.toHaveProperty("volumeClaimTemplates");
  expect(only(rendered.table, "PodDisruptionBudget", "shardwatch-server")["spec"]).toMatchObject({
    minAvailable: 1,
  });
});

test("SLF04 the probes are those of the server: it lives, and it is ready", () => {
  const [server] = podOf(only(rendered.base, "StatefulSet", "shardwatch-server"))?.containers ?? [];
  expect(server).toMatchObject({
    startupProbe: { httpGet: { path: "/health", port: "http" } },
    livenessProbe: { httpGet: { path: "/health", port: "http" } },
    readinessProbe: { httpGet: { path: "/ready", port: "http" }, timeoutSeconds: 3 },
    ports: [{ name: "http", containerPort: 8080 }],
  });
  expect(Object.keys(programs.server.config.ExposedPorts)).toEqual(["8080/tcp"]);
});

test("SLF04 SLF06 one agent has an id, ends before the next begins, and is probed without a shell", () => {
  const deployment = only(rendered.base, "Deployment", "shardwatch-agent");
  expect(deployment["spec"]).toMatchObject({ replicas: 1, strategy: { type: "Recreate" } });
  const [agent] = podOf(deployment)?.containers ?? [];
  expect(agent).toMatchObject({
    livenessProbe: { exec: { command: ["shardwatch-agent", "health", "--live"] } },
    readinessProbe: { exec: { command: ["shardwatch-agent", "health"] } },
  });
});

test("SLF04 services, policies and budgets select the pods that they are for", () => {
  for (const folder of folders)
    for (const { kind, metadata, spec } of rendered[folder]) {
      const selects = spec as { selector?: object; podSelector?: object } | undefined;
      const selector = selects?.podSelector ?? selects?.selector;
      if (selector === undefined) continue;
      const labels = { "app.kubernetes.io/name": metadata.name };
      expect({ kind, selector }).toEqual({
        kind,
        selector: kind === "Service" ? labels : { matchLabels: labels },
      });
    }
});

test("SLF04 the example gives images and a namespace to the base", () => {
  expect(
    pods.filter(({ folder }) => folder === "example").map(({ pod }) => pod.containers[0]?.image),
  ).toEqual(["registry.example.com/shardwatch-server:0.3.0", "registry.example.com/shardwatch-agent:0.3.0"]);
  for (const { metadata } of rendered.example) expect(metadata.namespace).toBe("shardwatch");
});
