import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import * as z from "zod";

/** The file of the database in a data folder. */
export const databaseFile = (dataFolder: string): string => join(dataFolder, "database", "shardwatch.db");

/** The Unix socket beside that file. */
export const socketBeside = (file: string): string => join(dirname(file), "database.sock");

const schema = z.object({
  endpoint: z.string(),
  /** A Unix socket that leads to the endpoint, where the endpoint is in a network of its own. */
  socket: z.string().optional(),
  accessKeyId: z.string(),
  tableName: z.string(),
});

/** Where a running database answers, and with which made-up credentials. */
export type DatabaseAddress = z.infer<typeof schema>;

/**
 * Writes the address into a file beside the data, in a folder that only its owner can read. A second program
 * of the same person finds the running database by it. Returns the function that removes the file.
 */
export function noteAddress(
  dataFolder: string,
  { endpoint, socket, accessKeyId, tableName }: DatabaseAddress,
): () => void {
  const file = fileIn(dataFolder);
  writeFileSync(file, JSON.stringify({ endpoint, socket, accessKeyId, tableName }), { mode: 0o600 });
  return () => rmSync(file, { force: true });
}

/** The address that a running product has noted; undefined when none has. */
export function readAddress(dataFolder: string): DatabaseAddress | undefined {
  const file = fileIn(dataFolder);
  return existsSync(file) ? schema.parse(JSON.parse(readFileSync(file, "utf8"))) : undefined;
}

const fileIn = (dataFolder: string): string => join(dirname(databaseFile(dataFolder)), "address.json");
