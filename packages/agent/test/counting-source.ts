import { SentCommands } from "../src/sources/sent-commands.ts";
import type { Reading, Source } from "../src/sources/source.ts";

/** A source that reports the number of its readings as memoryUsed. */
export class CountingSource implements Source {
  readonly key = "orders";
  readonly name = "orders";
  readonly sent = new SentCommands();
  reads = 0;
  readonly #databases: number;

  /** @param databases of its deployment */
  constructor(databases = 1) {
    this.#databases = databases;
  }

  read(): Promise<Reading> {
    this.reads += 1;
    const { key, name } = this;
    const database = {
      name: null,
      status: "active",
      version: "7.0.0",
      memoryLimit: "0",
      tlsEnabled: false,
    };
    const databases = Array.from({ length: this.#databases }, (_, index) => ({
      ...database,
      id: String(index),
      memoryUsed: String(this.reads),
    }));
    return Promise.resolve({ deployment: { key, name, type: "STANDALONE", status: "active", databases } });
  }

  check = (): Promise<never> => Promise.reject(new Error("not part of this test"));
  close = (): void => undefined;
}
