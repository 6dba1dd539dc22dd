/** A request that is held. */
export interface Held {
  /** Resolves when the request has arrived. */
  arrived: Promise<void>;
  /** Forwards it. Later requests pass without a stop. */
  release(): void;
}

interface Wish {
  call: string;
  arrive: () => void;
  released: Promise<void>;
}

type Handler = (request: Request, env: object) => Response | Promise<Response>;

/**
 * A proxy before a server that delays requests as long as a test needs. Every answer comes from the server.
 */
export class Gate {
  readonly #handler: Handler;
  readonly #wishes: Wish[] = [];
  readonly #releases = new Set<() => void>();

  constructor(handler: Handler) {
    this.#handler = handler;
  }

  /**
   * Holds the next request of that kind.
   * @param call method and path, e.g. "POST /me"
   */
  hold(call: string): Held {
    const arrival = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    this.#wishes.push({ call, arrive: arrival.resolve, released: release.promise });
    this.#releases.add(release.resolve);
    return { arrived: arrival.promise, release: release.resolve };
  }

  /** Forwards all held requests. */
  open(): void {
    this.#wishes.length = 0;
    for (const release of this.#releases) release();
  }

  async fetch(request: Request, env: object): Promise<Response> {
    const call = `${request.method} ${new URL(request.url).pathname}`;
    const at = this.#wishes.findIndex((wish) => wish.call === call);
    const [wish] = at === -1 ? [] : this.#wishes.splice(at, 1);
    wish?.arrive();
    await wish?.released;
    return await this.#handler(request, env);
  }
}
