import type { Fault } from "./fault.ts";

const configuration = ["packages/server/src/configuration/file.test.ts"];
const archive = ["packages/server/src/backup/archive.test.ts"];
const backup = ["packages/server/src/backup/backup.test.ts"];

/** Configuration files and backups that somebody made to do harm. */
export const hostileFiles: readonly Fault[] = [
  {
    id: "FL01",
    what: "a link of a pull request leads to a secret of the pipeline's machine",
    file: "packages/core/src/kit/text-file.ts",
    find: "if (!real.startsWith(folder.endsWith(sep) ? folder : folder + sep))",
    plant: "if (!real.startsWith(sep))",
    tests: configuration,
  },
  {
    id: "FL02",
    what: "a fault shows every unknown setting as it is",
    file: "packages/core/src/contract/configuration/faults.ts",
    find: "const isWord = (key: string) => /^[A-Za-z]{1,40}$/.test(key);",
    plant: "const isWord = (_key: string) => true;",
    tests: configuration,
  },
  {
    id: "FL03",
    what: "a configuration file may have any number of levels",
    file: "packages/core/src/kit/yaml-limits.ts",
    find: "const mostLevels = 64;",
    plant: "const mostLevels = 100;",
    tests: configuration,
    title: "levels",
  },
  {
    id: "FL04",
    what: "check-config reads a device without end",
    file: "packages/core/src/kit/text-file.ts",
    find: "  if (kind.isFile()) return undefined;",
    plant: "  if (kind.isFile() || !kind.isDirectory()) return undefined;",
    tests: ["tests/server/hostile-files.all.test.ts"],
    title: "check-config",
  },
  {
    id: "FL05",
    what: "a backup may have triggers and views",
    file: "packages/server/src/backup/archive.ts",
    find: "  if (!all.every(isOurs))",
    plant: '  if (all.some(({ name }) => name === "view") && !all.every(isOurs))',
    tests: archive,
    title: "trigger",
  },
  {
    id: "FL10",
    what: "a backup may have an index of some rows",
    file: "packages/server/src/backup/archive.ts",
    find: "plainIndex = new RegExp(String.raw`^CREATE INDEX ${identifier} ON ${identifier} ${columns}$`)",
    plant: "plainIndex = /^CREATE INDEX/",
    tests: archive,
    title: "index of some rows",
  },
  {
    id: "FL06",
    what: "a refused backup is quoted",
    file: "packages/server/src/backup/archive.ts",
    find: "  if (!/^\\d[\\w.+-]{0,40}$/.test(version) || !/^\\d{4}-[\\dT:.-]{1,30}Z$/.test(createdAt))",
    plant: "  if (version === createdAt)",
    tests: archive,
    title: "escape sequences as its version",
  },
  {
    id: "FL07",
    what: "a link that leads nowhere ends a backup with the system's own message",
    file: "packages/server/src/backup/backup.ts",
    find: '    throw (error as NodeJS.ErrnoException).code === "EEXIST" ? existsAlready(file) : cannotWrite(file, error);',
    plant: "    throw error;",
    tests: backup,
  },
];

const pages = ["tests/deploy/operator-pages.test.ts"];

/** What the operator's pages say is not what happens. */
export const pageFaults: readonly Fault[] = [
  {
    id: "OP01",
    what: "a row of the settings has a column more",
    file: "docs/operating.md",
    find: "| a mail server such as `smtp://user:password@host:587`, and the sender ",
    plant: "| a mail server such as `smtp://user:password@host:587` | and the sender ",
    tests: pages,
    title: "row",
  },
  {
    id: "OP02",
    what: "the lines for a configuration file are a second list of patches",
    file: "deploy/kustomize/example/kustomization.yaml",
    find: "  # - target: { kind: StatefulSet, name: shardwatch-server }",
    plant: "# patches:\n  # - target: { kind: StatefulSet, name: shardwatch-server }",
    tests: pages,
    title: "patch",
  },
  {
    id: "OP03",
    what: "a page runs the server with the Node that happens to be there",
    file: "docs/operating.md",
    find: "npm run server -- backup /backups",
    plant: "node packages/server/src/main.ts backup /backups",
    tests: pages,
    title: "command of the pages",
  },
  {
    id: "OP04",
    what: "a setting is on no page",
    file: "packages/server/src/settings/product.ts",
    find: "  WEB_DIST: z.string()",
    plant: "  WEB_DISTRIBUTION: z.string(),\n  WEB_DIST: z.string()",
    tests: pages,
    title: "tables of settings",
  },
  {
    id: "OP05",
    what: "the setup of the agent names a download that is not there",
    file: "packages/web/src/sources/setup/AgentSetupPanel.tsx",
    find: 'title={releases ? "Download the agent" : "Get the agent"}',
    plant: 'title="Download the agent"',
    tests: ["tests/e2e/setup-panel.test.ts"],
    title: "MND17",
    browser: true,
  },
  {
    id: "FL08",
    what: "a megabyte of closing brackets is read to its end",
    file: "packages/core/src/kit/yaml-limits.ts",
    find: 'if (token.type === "error")',
    plant: 'if (token.type === "error" && words === 0)',
    tests: configuration,
  },
  {
    id: "FL09",
    what: "a file may have any number of words",
    file: "packages/core/src/kit/yaml-limits.ts",
    find: "if (words > mostWords)",
    plant: "if (words > mostWords * 1_000)",
    tests: configuration,
  },
];
