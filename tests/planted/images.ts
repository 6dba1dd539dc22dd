import type { Fault } from "./fault.ts";

const content = ["scripts/image/layers.test.mjs"];
const form = ["scripts/image/tar.test.mjs", "scripts/image/oci.test.mjs"];
const compose = ["tests/deploy/compose.test.ts"];
const kubernetes = ["tests/deploy/kubernetes.test.ts"];
const settings = ["tests/deploy/settings.test.ts"];
const base = "deploy/kustomize/base";

/** The images, and the files with which they are run. */
export const images: readonly Fault[] = [
  {
    id: "IM1",
    what: "the server's image runs as root",
    file: "scripts/image/programs.mjs",
    find: "User: `${user}:${user}`,\n      Env: [\n",
    plant: 'User: "0:0",\n      Env: [\n',
    tests: content,
  },
  {
    id: "IM2",
    what: "source maps go into an image",
    file: "scripts/image/layers.mjs",
    find: "  /\\.map$/,\n",
    plant: "",
    tests: content,
  },
  {
    id: "IM3",
    what: "the image's program needs env, which the image has not",
    file: "scripts/image/layers.mjs",
    find: "`#!/usr/bin/node\\n${text}`",
    plant: "`#!/usr/bin/env node\\n${text}`",
    tests: content,
  },
  {
    id: "IM4",
    what: "the order of the files changes the digest",
    file: "scripts/image/tar.mjs",
    find: ".toSorted((a, b) => (a.path < b.path ? -1 : 1))",
    plant: "",
    tests: form,
  },
  {
    id: "IM5",
    what: "the digest of an unpacked layer is that of the packed one",
    file: "scripts/image/oci.mjs",
    find: "diffId: digestOf(tar)",
    plant: "diffId: digestOf(content)",
    tests: form,
  },
  {
    id: "IM6",
    what: "everybody in the network reaches the server of the compose file",
    file: "deploy/compose.yaml",
    find: "127.0.0.1:${SHARDWATCH_PORT:-8080}:8080",
    plant: "${SHARDWATCH_PORT:-8080}:8080",
    tests: compose,
  },
  {
    id: "IM7",
    what: "the health check of the compose file needs a shell",
    file: "deploy/compose.yaml",
    find: "[CMD, shardwatch-server, health]",
    plant: "shardwatch-server health",
    tests: compose,
  },
  {
    id: "IM8",
    what: "a setting of the manifest is misspelt",
    file: `${base}/server-settings.yaml`,
    find: "SUPPORT_EMAIL:",
    plant: "SUPPORT_EMAILS:",
    tests: settings,
  },
  {
    id: "IM9",
    what: "a field of the manifest is misspelt",
    file: `${base}/agent.yaml`,
    find: "enableServiceLinks: false",
    plant: "enableServiceLink: false",
    tests: kubernetes,
  },
  {
    id: "IM10",
    what: "two agents with one id run while one replaces the other",
    file: `${base}/agent.yaml`,
    find: "  strategy: { type: Recreate }\n",
    plant: "",
    tests: kubernetes,
  },
  {
    id: "IM11",
    what: "two servers have the embedded database",
    file: `${base}/server.yaml`,
    find: "replicas: 1",
    plant: "replicas: 2",
    tests: kubernetes,
  },
  {
    id: "IM12",
    what: "a server of the table has no vault key of its own",
    file: "deploy/kustomize/table/kustomization.yaml",
    find: "name: VAULT_KEY_FILE",
    plant: "name: VAULT_KEY",
    tests: settings,
  },
  {
    id: "IM13",
    what: "the health command calls a server ready that is only alive",
    file: "packages/server/src/main.ts",
    find: 'isLive ? "/health" : "/ready"',
    plant: '"/health"',
    tests: ["tests/server/probes.all.test.ts"],
  },
  {
    id: "IM14",
    what: "an agent's pod runs with the rights of its node's root",
    file: `${base}/agent.yaml`,
    find: "runAsNonRoot: true",
    plant: "runAsNonRoot: false",
    tests: kubernetes,
  },
];
