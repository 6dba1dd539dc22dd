import { onTestFinished } from "vitest";

type Handler = (request: Request) => Response | Promise<Response>;

/** Requests that are held. */
export interface Held {
  /** Resolves when the first of them has arrived. */
  arrived: Promise<void>;
  /** Lets them pass, and those that follow. */
  release(): void;
}

interface Wish {
  matches: (request: Request) => boolean | Promise<boolean>;
  arrive: () => void;
  released: Promise<void>;
}

/** Holds requests before a simulator for as long as a test needs. Every answer is the simulator's. */
export function createGate(handler: Handler) {
  let wish: Wish | undefined;
  return {
    /** Holds all requests of that kind from now on, at the longest to the end of the test. */
    hold(matches: Wish["matches"]): Held {
      const arrival = Promise.withResolvers<void>();
      const release = Promise.withResolvers<void>();
      const own = { matches, arrive: arrival.resolve, released: release.promise };
      wish = own;
      const pass = () => {
        if (wish === own) wish = undefined;
        release.resolve();
      };
      onTestFinished(pass);
      return { arrived: arrival.promise, release: pass };
    },
    async fetch(request: Request): Promise<Response> {
      const held = wish;
      if (held && (await held.matches(request.clone()))) {
        held.arrive();
        await held.released;
      }
      return await handler(request);
    },
  };
}
