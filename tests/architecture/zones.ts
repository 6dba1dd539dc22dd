/** The room of a file follows from its path alone: a new folder of core is a noun at once. */
export type Room =
  | { kind: "core"; floor: number; folder: string; isPrivate: boolean }
  | { kind: "web" | "agent" | "functions" | "local" | "scripts" | "infra" | "tests" };

/** The floors of core; every other folder there is a noun. Each imports from its own floor and those below. */
const floors: Readonly<Record<string, number>> = { kit: 0, contract: 1, ports: 2, access: 3, table: 3 };
const nounFloor = 4;
const adapterFloor = 5;

/** The room of a file; undefined for one that lies where no room is. */
export function roomOf(path: string): Room | undefined {
  if (/\.test\.tsx?$/.test(path) || /^(tests|packages\/\w+\/test)\//.test(path)) return { kind: "tests" };
  // A file beside the folders, as sources.ts, is a room of its own.
  const [, folder = ""] = /^packages\/core\/src\/([\w-]+)(?:\/|\.ts$)/.exec(path) ?? [];
  if (folder) {
    const floor = folder === "adapters" ? adapterFloor : (floors[folder] ?? nounFloor);
    return { kind: "core", floor, folder, isPrivate: /\.(table|keys)\.ts$/.test(path) };
  }
  const [, name] = /^packages\/(web|agent|functions|local)\//.exec(path) ?? [];
  if (name) return { kind: name as "web" };
  if (path.startsWith("scripts/")) return { kind: "scripts" };
  if (path.startsWith("infra/") || path === "sst.config.ts") return { kind: "infra" };
  // Configurations of tools stand at the root, and may use what tests may.
  return /^[\w.-]+\.config\.ts$/.test(path) ? { kind: "tests" } : undefined;
}

/** The noun that a file belongs to, if any. */
export function nounOf(path: string): string | undefined {
  const room = roomOf(path);
  return room?.kind === "core" && room.floor === nounFloor ? room.folder : undefined;
}

/** Why one file may not import another; undefined when it may. */
export function forbidden(from: string, to: string, typeOnly: boolean): string | undefined {
  const [importer, imported] = [roomOf(from), roomOf(to)];
  if (!importer || !imported) return `there is no room for ${importer ? to : from}`;
  if (importer.kind === "tests") return undefined;
  if (imported.kind === "tests" || (imported.kind === "local" && importer.kind !== "local"))
    return `nothing imports ${imported.kind}`;
  if (importer.kind === "core")
    return imported.kind === "core" ? withinCore(importer, imported) : "core imports only core";
  if (importer.kind === imported.kind) return undefined;
  return between(importer.kind, imported, to, typeOnly);
}

type CoreRoom = Extract<Room, { kind: "core" }>;

function withinCore(from: CoreRoom, to: CoreRoom): string | undefined {
  if (to.isPrivate && from.folder !== to.folder) return `the rows and keys of ${to.folder} are its own`;
  if (from.floor === adapterFloor && from.folder !== to.folder && to.floor > (floors["ports"] ?? 0))
    return `adapters know the ports, not ${to.folder}`;
  if (to.floor > from.floor) return `${to.folder} stands above ${from.folder}`;
  return undefined;
}

/** What composes a process needs of the table; its rows, keys and errors are for core. */
const composed = ["client", "table", "schema"].map((name) => `packages/core/src/table/${name}.ts`);

const isOpen = (to: Room, path: string): boolean =>
  to.kind === "core" && !to.isPrivate && (to.folder !== "table" || composed.includes(path));

function between(from: Room["kind"], to: Room, path: string, typeOnly: boolean): string | undefined {
  const language = to.kind === "core" && ["contract", "kit"].includes(to.folder);
  const allowed = {
    core: false,
    tests: true,
    web: language || (typeOnly && path.startsWith("packages/functions/src/api/")),
    agent: language,
    functions: isOpen(to, path),
    local: isOpen(to, path) || to.kind === "functions",
    scripts: false,
    infra: to.kind === "core",
  } satisfies Record<Room["kind"], boolean>;
  return allowed[from] ? undefined : `${from} may not know ${path}`;
}

/** Packages from outside that the floors of core may use; adapters may use any. */
const packagesOf: Readonly<Record<string, RegExp>> = {
  contract: /^zod$/,
  table: /^@aws-sdk\/(client-dynamodb|util-dynamodb)$/,
  adapters: /./,
};

/** Why a file may not import a package from outside; undefined when it may. */
export function forbiddenPackage(from: string, specifier: string): string | undefined {
  const room = roomOf(from);
  if (room?.kind !== "core" || specifier.startsWith("node:")) return undefined;
  if (packagesOf[room.folder]?.test(specifier)) return undefined;
  return `only adapters know packages from outside, ${room.folder} does not`;
}
