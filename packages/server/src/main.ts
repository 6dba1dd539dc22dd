import { backUp } from "./backup/backup.ts";
import { restore } from "./backup/restore.ts";
import { makeLink } from "./commands/link.ts";
import { describeFile, readFile } from "./configuration/file.ts";
import { describeFailure, StartFailure } from "./machine/failure.ts";
import { createLog } from "./machine/log.ts";
import { readSettings } from "./settings/settings.ts";
import { readStorage } from "./settings/storage.ts";
import { type RunningServer, startServer } from "./start.ts";
import { productVersion } from "./version.ts";
import * as z from "zod";
import { ownHost } from "./http/listen.ts";
import { addressVariables } from "./settings/addresses.ts";
import { readVariables, type Variables } from "./settings/read.ts";

/** Longer than the server takes to find out that its database does not answer. */
const deadlineMs = 4_000;

const { BIND, PORT } = addressVariables;
const schema = z.object({ BIND, PORT });

export interface Verdict {
  ok: boolean;
  /** One line for the orchestrator's log. */
  text: string;
}

/**
 * Asks the server that runs beside this process, for orchestrators that can only start a command. No other setting
 * than its address is read, and no secret.
 * @param isLive asks only whether the process answers, although its database may not
 * @throws StartFailure for a wrong address
 */
export async function askHealth(variables: Variables, isLive: boolean): Promise<Verdict> {
  const { BIND: bind, PORT: port } = readVariables(schema, variables);
  const path = isLive ? "/health" : "/ready";
  try {
    const signal = AbortSignal.timeout(deadlineMs);
    const answer = await fetch(`http://${ownHost(bind)}:${port}${path}`, { signal, redirect: "error" });
    await answer.arrayBuffer();
    return { ok: answer.status === 200, text: `${path} answered ${answer.status}` };
  } catch (error) {
    const { name, cause } = error as Error & { cause?: { code?: string } };
    return { ok: false, text: `${path} at port ${port} did not answer (${cause?.code ?? name})` };
  }
}

const help = `shardwatch-server                  runs the product
shardwatch-server backup <file>    copies the embedded database into a new file, while it runs
shardwatch-server restore <file> [folder]
                                   fills an empty data folder from such a file
shardwatch-server health [--live]  asks the running server whether it is ready, or only whether it lives
shardwatch-server link <email>     makes a link to sign in with, where there is no identity provider
shardwatch-server check-config <file>
                                   checks a configuration file, and starts nothing
shardwatch-server --version

Settings are environment variables: docs/operating.md.`;

/** Runs until it is asked to end. */
async function serve(): Promise<void> {
  const { promise: asked, resolve: ask } = Promise.withResolvers<undefined>();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => ask(undefined));
  const { promise: lost, resolve: onLoss } = Promise.withResolvers<string>();
  const settings = readSettings(process.env);
  const write = (line: string) => process.stdout.write(`${line}\n`);
  const log = createLog({ form: settings.log, verbose: true, write });
  const { promise: started, resolve: onStart } = Promise.withResolvers<RunningServer>();
  // Without a file, the signal of a closed terminal ends the process as ever.
  if (settings.configurationFile !== undefined)
    process.on("SIGHUP", () => void started.then((running) => running.reload()));
  const server = await startServer({ settings, log, onLoss });
  onStart(server);
  log.info("ready", { web: settings.webUrl, api: settings.apiUrl, version: productVersion() });
  const part = await Promise.race([asked, lost]);
  log.info("stopping", { because: part === undefined ? "it was asked to" : `${part} has ended` });
  await server.stop();
  log.info("stopped");
  if (part !== undefined)
    throw new StartFailure(`${part} has ended unexpectedly, so everything was stopped.`);
}

/** For orchestrators that can only start a command. It ends with 0 when all is well. */
async function health(args: readonly (string | undefined)[]): Promise<void> {
  const options = args.filter((arg) => arg !== undefined);
  if (options.some((option) => option !== "--live") || options.length > 1) throw new StartFailure(help);
  const { ok, text } = await askHealth(process.env, options.length === 1);
  console.log(text);
  if (!ok) process.exitCode = 1;
}

async function run([command, file, ...more]: readonly string[]): Promise<void> {
  if (command === "health") return await health([file, ...more]);
  const [folder, ...rest] = more;
  const isCopy =
    rest.length === 0 && (command === "restore" || (command === "backup" && folder === undefined));
  if (command === undefined) return await serve();
  if (command === "--help" && file === undefined) return console.log(help);
  if (command === "--version" && file === undefined) return console.log(productVersion());
  if (command === "check-config" && file !== undefined && more.length === 0)
    return console.log(describeFile(readFile(file).content));
  if (command === "link" && file !== undefined && more.length === 0)
    return console.log(await makeLink(process.env, file));
  if (!isCopy || file === undefined) throw new StartFailure(help);
  const storage = readStorage({ ...process.env, ...(folder !== undefined && { SHARDWATCH_DATA: folder }) });
  const said = command === "backup" ? await backUp(storage, file) : restore(storage, file);
  console.log(said);
}

try {
  await run(process.argv.slice(2));
} catch (error) {
  console.error(describeFailure(error));
  process.exitCode = 1;
}
// What is left may be a connection that a client keeps open; nothing of ours is.
process.exit();
