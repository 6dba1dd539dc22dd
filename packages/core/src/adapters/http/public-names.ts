import { Resolver } from "node:dns/promises";

/** Codes of a name server's answer that there is no such address. */
const absent = new Set(["ENOTFOUND", "ENODATA"]);

export interface Names {
  /**
   * The addresses of a name, IPv4 first, asked for once. Empty when it has none. Throws an error with Node's code
   * when no name server gave a clear answer in time.
   */
  addressesOf(name: string): Promise<string[]>;
}

/**
 * Asks name servers directly. `dns.lookup` would read the machine's file of hosts, and could not be given up.
 * @param deadline in milliseconds
 * @param servers such as "192.0.2.1:53"; those of the system when absent
 */
export function createNames(deadline: number, servers?: readonly string[]): Names {
  return {
    async addressesOf(name) {
      const resolver = new Resolver({ timeout: Math.ceil(deadline / 2), tries: 2 });
      if (servers) resolver.setServers(servers);
      const timer = setTimeout(() => resolver.cancel(), deadline);
      try {
        const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
        const addresses = found.flatMap((one) => (one.status === "fulfilled" ? one.value : []));
        if (addresses.length > 0) return addresses;
        // One family may be missing. Where the other could not be asked, the name may have an address later.
        for (const one of found)
          if (one.status === "rejected" && !absent.has((one.reason as NodeJS.ErrnoException).code ?? ""))
            throw one.reason;
        return [];
      } finally {
        clearTimeout(timer);
      }
    },
  };
}
