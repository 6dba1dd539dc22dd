/** The zone of a file follows from its path alone: a new folder of core is a noun at once. */
export type Zone =
  | { kind: "core"; floor: number; folder: string; isPrivate: boolean }
  | { kind: "web" | "agent" | "cli" | "functions" | "server" | "local" | "scripts" | "infra" | "tests" };

/**
 * The floors of core; every other folder there is a noun. Each imports from its own floor and those below.
 */
const floors: Readonly<Record<string, number>> = { kit: 0, contract: 1, ports: 2, access: 3, table: 3 };
const nounFloor = 4;
const adapterFloor = 5;

/** The zone of a file; undefined for a file outside all zones. */
export function zoneOf(path: string): Zone | undefined {
  if (/\.test\.tsx?$/.test(path) || /^(tests|packages\/\w+\/test)\//.test(path)) return { kind: "tests" };
  // A file beside the folders, as sources.ts, is a zone of its own.
  const [, folder = ""] = /^packages\/core\/src\/([\w-]+)(?:\/|\.ts$)/.exec(path) ?? [];
  if (folder) {
    const floor = folder === "adapters" ? adapterFloor : (floors[folder] ?? nounFloor);
    return { kind: "core", floor, folder, isPrivate: /\.(table|keys)\.ts$/.test(path) };
  }
  const [, name] = /^packages\/(web|agent|cli|functions|server|local)\//.exec(path) ?? [];
  if (name) return { kind: name as "web" };
  if (path.startsWith("scripts/")) return { kind: "scripts" };
  if (path.startsWith("infra/") || path === "sst.config.ts") return { kind: "infra" };
  // Configurations of tools are at the root, and may import what tests may.
  return /^[\w.-]+\.config\.ts$/.test(path) ? { kind: "tests" } : undefined;
}

/** The noun that a file belongs to, if any. */
export function nounOf(path: string): string | undefined {
  const zone = zoneOf(path);
  return zone?.kind === "core" && zone.floor === nounFloor ? zone.folder : undefined;
}

/** Why one file may not import another; undefined when it may. */
export function forbidden(from: string, to: string, typeOnly: boolean): string | undefined {
  const [importer, imported] = [zoneOf(from), zoneOf(to)];
  if (!importer || !imported) return `there is no zone for ${importer ? to : from}`;
  if (importer.kind === "tests") return undefined;
  if (imported.kind === "tests" || (imported.kind === "local" && importer.kind !== "local"))
    return `nothing imports ${imported.kind}`;
  if (importer.kind === "core")
    return imported.kind === "core" ? withinCore(importer, imported) : "core imports only core";
  if (importer.kind === imported.kind) return undefined;
  return between(importer.kind, imported, to, typeOnly);
}

type CoreZone = Extract<Zone, { kind: "core" }>;

function withinCore(from: CoreZone, to: CoreZone): string | undefined {
  if (to.isPrivate && from.folder !== to.folder) return `the rows and keys of ${to.folder} are its own`;
  if (from.floor === adapterFloor && from.folder !== to.folder && to.floor > (floors["ports"] ?? 0))
    return `adapters know the ports, not ${to.folder}`;
  if (to.floor > from.floor) return `${to.folder} stands above ${from.folder}`;
  return undefined;
}

/** The files of the table that compose a process; its rows, keys and errors are for core. */
const composed = ["client", "table", "schema"].map((name) => `packages/core/src/table/${name}.ts`);

const isOpen = (to: Zone, path: string): boolean =>
  to.kind === "core" && !to.isPrivate && (to.folder !== "table" || composed.includes(path));

function between(from: Zone["kind"], to: Zone, path: string, typeOnly: boolean): string | undefined {
  const language = to.kind === "core" && ["contract", "kit"].includes(to.folder);
  const client = language || (typeOnly && path.startsWith("packages/functions/src/api/"));
  const allowed = {
    core: false,
    tests: true,
    web: client,
    cli: client,
    agent: language,
    functions: isOpen(to, path),
    server: isOpen(to, path) || to.kind === "functions",
    local: isOpen(to, path) || to.kind === "functions" || to.kind === "server",
    scripts: false,
    infra: to.kind === "core",
  } satisfies Record<Zone["kind"], boolean>;
  return allowed[from] ? undefined : `${from} may not know ${path}`;
}

/** Packages from outside that the floors of core may use; adapters may use any. */
const packagesOf: Readonly<Record<string, RegExp>> = {
  contract: /^zod$/,
  kit: /^yaml$/,
  table: /^@aws-sdk\/(client-dynamodb|util-dynamodb)$/,
  adapters: /./,
};

/** Why a file may not import a package from outside; undefined when it may. */
export function forbiddenPackage(from: string, specifier: string): string | undefined {
  const zone = zoneOf(from);
  if (zone?.kind !== "core" || specifier.startsWith("node:")) return undefined;
  if (packagesOf[zone.folder]?.test(specifier)) return undefined;
  return `only adapters know packages from outside, ${zone.folder} does not`;
}
