import type { ExternalPorts } from "./external-ports.ts";

/** For functions that call no other service: any use of these ports is a defect. */
export function noExternalPorts(): ExternalPorts {
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
