import { closeSync, openSync } from "node:fs";
import { Agent } from "node:http";
import { connect, type Socket } from "node:net";
import { basename, dirname } from "node:path";
import { connections } from "./lean-client.ts";

/**
 * Makes every connection at a Unix socket. The kernel takes at most 107 bytes as its path, and the data folder may be
 * anywhere. So the folder is opened, and named by its descriptor.
 */
export class SocketAgent extends Agent {
  readonly #path: string;

  constructor(path: string) {
    super({ keepAlive: true, maxSockets: connections });
    this.#path = path;
  }

  override createConnection(): Socket {
    const folder = openSync(dirname(this.#path), "r");
    try {
      return connect({ path: `/proc/self/fd/${folder}/${basename(this.#path)}` });
    } finally {
      closeSync(folder);
    }
  }
}
