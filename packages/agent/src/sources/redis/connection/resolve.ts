import { lookup } from "node:dns/promises";
import net from "node:net";
import { errorCode } from "./errors.ts";
import { WithheldError } from "./withheld.ts";

/** Node looks up four names at a time in the whole process. The API's name and those of other servers need the rest. */
const mostAtOnce = 2;

type Lookup = (host: string) => Promise<readonly { address: string }[]>;

interface Waiting {
  owner: object;
  begin: () => void;
}

/**
 * Looks up names that clusters announce. A hijacked node can announce any number of names that no name server answers,
 * and a look-up can't be ended. So each deployment has one at a time, and all of them together have two.
 */
export class AnnouncedNames {
  readonly #lookup: Lookup;
  readonly #running = new Set<object>();
  #waiting: Waiting[] = [];

  constructor(resolve: Lookup = (host) => lookup(host, { all: true })) {
    this.#lookup = resolve;
  }

  /**
   * The IP addresses of a host. A name without one is withheld, too: the difference would show which names exist here.
   * @param owner whose cluster announces the name
   * @param milliseconds for the wait and the look-up together
   */
  async addressesOf(owner: object, host: string, milliseconds: number): Promise<string[]> {
    if (net.isIP(host)) return [host];
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => late.reject(new WithheldError([], { code: "ETIMEDOUT" })), milliseconds);
    const pending = this.#turn(owner, host);
    try {
      const found = await Promise.race([pending.found, late.promise]);
      return found.map(({ address }) => address);
    } catch (error) {
      pending.leave();
      throw new WithheldError([], { code: errorCode(error) });
    } finally {
      clearTimeout(timer);
    }
  }

  /** A look-up in its turn. One that has left the queue never begins; one that has begun goes on to its end. */
  #turn(owner: object, host: string) {
    const { promise: found, resolve, reject } = Promise.withResolvers<readonly { address: string }[]>();
    const begin = () => {
      this.#running.add(owner);
      this.#lookup(host)
        .finally(() => {
          this.#running.delete(owner);
          this.#beginNext();
        })
        .then(resolve, reject);
    };
    // Nobody may listen any more.
    found.catch(() => undefined);
    const waiting = { owner, begin };
    this.#waiting.push(waiting);
    this.#beginNext();
    const leave = () => {
      this.#waiting = this.#waiting.filter((one) => one !== waiting);
    };
    return { found, leave };
  }

  #beginNext(): void {
    if (this.#running.size >= mostAtOnce) return;
    const next = this.#waiting.find(({ owner }) => !this.#running.has(owner));
    if (!next) return;
    this.#waiting = this.#waiting.filter((one) => one !== next);
    next.begin();
  }
}

/** Those of the process. */
export const announcedNames = new AnnouncedNames();
