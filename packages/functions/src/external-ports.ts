import type { Services } from "@shardwatch/core/access/context";

/**
 * The ports to other services that only some functions need. Each function names its own at its entry, so its
 * bundle does not include the clients of the others.
 */
export type ExternalPorts = Pick<Services, "queue" | "vault" | "redisCloud" | "elastiCache" | "roleTrials">;

/** Ports that a function does not have: any use of them is a defect. */
export function noExternalPorts(): ExternalPorts {
  const refuse = () => {
    throw new Error("this function has no such port");
  };
  return {
    queue: { send: refuse },
    vault: { seal: refuse, open: refuse },
    redisCloud: { read: refuse },
    elastiCache: { assume: refuse },
    roleTrials: { run: refuse },
  };
}
