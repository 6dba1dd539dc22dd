import { chmodSync, mkdirSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type { Log } from "@shardwatch/core/ports/log";
import { StartFailure } from "../machine/failure.ts";

/*
 * The running server has the embedded database to itself. A command of the same machine asks it through a socket in the
 * data folder. A user who may read that folder may ask, and no network leads there.
 */
const folderIn = (dataFolder: string): string => join(dataFolder, "commands");
const socketIn = (dataFolder: string): string => join(folderIn(dataFolder), "socket");

/** How long a command waits for its answer, in milliseconds. */
const deadlineMs = 10_000;
/** Of an answer or a question, in characters. */
const longest = 10_000;

/** An answer in words: what was asked for, or why not. */
export type Reply = { said: string } | { refused: string };

/**
 * Answers commands until it is stopped. Where the system allows no such socket, a warning says so, and everything else
 * works.
 * @param answer of one command
 */
export async function answerCommands(
  dataFolder: string,
  answer: (command: readonly string[]) => Promise<Reply>,
  log: Log,
): Promise<() => void> {
  const path = socketIn(dataFolder);
  // The data folder may be an older one that others may enter.
  mkdirSync(folderIn(dataFolder), { recursive: true, mode: 0o700 });
  chmodSync(folderIn(dataFolder), 0o700);
  // One that a killed server left behind. The folder is locked by us.
  rmSync(path, { force: true });
  const server = createServer((question, response) => void reply(question, response, answer, log));
  try {
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(path, resolve);
    });
  } catch (error) {
    log.warn("commands can't reach this server", { because: "there can be no socket", path, error });
  }
  return () => {
    server.close();
    server.closeAllConnections();
    rmSync(path, { force: true });
  };
}

async function reply(
  question: IncomingMessage,
  response: ServerResponse,
  answer: (command: readonly string[]) => Promise<Reply>,
  log: Log,
): Promise<void> {
  let said: Reply;
  try {
    const asked = (await text(question)).slice(0, longest);
    said = await answer(JSON.parse(asked) as string[]);
  } catch (error) {
    log.error("a command failed", { error });
    said = { refused: "The server could not do that. Its log says why." };
  }
  response.end(JSON.stringify(said));
}

/**
 * Has the server that runs on this data folder answer a command.
 * @throws StartFailure with the server's reason, or when there is no server
 */
export async function askServer(dataFolder: string, command: readonly string[]): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const signal = AbortSignal.timeout(deadlineMs);
  const question = request({ socketPath: socketIn(dataFolder), method: "POST", signal }, resolve);
  question.once("error", reject);
  question.end(JSON.stringify(command));
  try {
    const said = JSON.parse(await text(await promise)) as Reply;
    if ("said" in said) return said.said;
    throw new StartFailure(said.refused);
  } catch (error) {
    if (error instanceof StartFailure) throw error;
    const { code = "" } = error as NodeJS.ErrnoException;
    throw new StartFailure(unreachable(dataFolder, code), { cause: error });
  }
}

function unreachable(dataFolder: string, code: string): string {
  if (code === "EACCES" || code === "EPERM")
    return `This user may not ask the server on ${dataFolder}. Run the command as the server's user.`;
  if (code === "ENOENT" || code === "ECONNREFUSED")
    return `SHARDWATCH_DATA: no server runs on ${dataFolder}. Start it, then run this again.`;
  return `The server on ${dataFolder} did not answer (${code || "no answer"}).`;
}
