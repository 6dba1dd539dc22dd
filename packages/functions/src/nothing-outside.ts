import type { Outside } from "./outside.ts";

/** For functions that have nothing to do with the world outside: using a port of it is a defect. */
export function nothingOutside(): Outside {
  const refuse = () => {
    throw new Error("this function has no such port");
  };
  return {
    queue: { send: refuse },
    vault: { seal: refuse, open: refuse },
    redisCloud: { read: refuse },
    elastiCache: { assume: refuse },
  };
}
