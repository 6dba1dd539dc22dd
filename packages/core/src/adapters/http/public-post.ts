import { Resolver } from "node:dns/promises";
import { type AddressRules, checkWebhookAddress } from "../../contract/channel/webhook-address.ts";
import type { WebhookRequest, Webhooks } from "../../ports/webhooks.ts";
import { boundedPost, type PostAnswer, type PostDeadlines } from "./bounded-post.ts";
import { failed, PostFailure, toFailure } from "./post-failure.ts";
import { isPublicAddress } from "./public-address.ts";

export const defaultDeadlines: PostDeadlines = { name: 2_000, connect: 3_000, body: 1_000, all: 15_000 };

/** How many of a name's addresses are tried. */
const triedAddresses = 3;

export interface PublicPostOptions extends AddressRules {
  /** Shown to receivers in the user agent. */
  version: string;
  /** Name servers, such as "192.0.2.1:53"; those of the system when absent. */
  nameServers?: readonly string[];
  /** Authorities to trust in PEM; those of Node when absent. */
  ca?: string | Buffer;
  /** Tests count some addresses of loopback as public. */
  isAllowed?: (address: string) => boolean;
  /** Tests wait for less time. */
  deadlines?: Partial<PostDeadlines>;
}

interface Parts extends AddressRules, Pick<PublicPostOptions, "ca" | "version"> {
  names: Names;
  deadlines: PostDeadlines;
  isAllowed: (address: string) => boolean;
}

/** Sends webhooks to public addresses and to the origins that are let through. */
export function createPublicPost(options: PublicPostOptions): Webhooks {
  const { isAllowed = isPublicAddress, nameServers } = options;
  const deadlines = { ...defaultDeadlines, ...options.deadlines };
  const parts = { ...options, deadlines, isAllowed, names: createNames(deadlines.name, nameServers) };
  return {
    async post(request) {
      const begun = performance.now();
      const milliseconds = () => Math.round(performance.now() - begun);
      try {
        const answer = await send(request, parts, begun);
        return { outcome: "answered", ...answer, milliseconds: milliseconds() };
      } catch (error) {
        const { outcome, message: reason } = toFailure(error);
        return { outcome, reason, milliseconds: milliseconds() };
      }
    },
  };
}

/** Throws PostFailure, or what Node throws. */
async function send(
  { url: address, headers, body, reads, hides }: WebhookRequest,
  parts: Parts,
  begun: number,
): Promise<PostAnswer> {
  const checked = checkWebhookAddress(address.reveal(), parts);
  if (checked.fault !== undefined) throw new PostFailure("refused", checked.fault);
  const { url, isLetThrough } = checked;
  const addresses = isLetThrough ? undefined : await publicAddresses(url.hostname, parts);
  const all = parts.deadlines.all - (performance.now() - begun);
  return await boundedPost({
    url,
    headers: {
      ...headers,
      "content-type": "application/json",
      "user-agent": `Shardwatch/${parts.version}`,
      // Nothing is decompressed, so that a small answer cannot become a large one.
      "accept-encoding": "identity",
    },
    body,
    reads,
    hides,
    addresses,
    ca: parts.ca,
    deadlines: { ...parts.deadlines, all },
    isAllowed: parts.isAllowed,
  });
}

/** The addresses of a name. One that is not public refuses all of them: an honest name has none. */
async function publicAddresses(name: string, { names, isAllowed }: Parts): Promise<string[]> {
  const addresses = await names.addressesOf(name);
  if (addresses.length === 0) throw failed("the receiver's name has no address");
  if (!addresses.every((address) => isAllowed(address)))
    throw new PostFailure("refused", "the receiver's name has an address that is not public");
  return addresses.slice(0, triedAddresses);
}

/** Codes of a name server's answer that there is no such address. */
const absent = new Set(["ENOTFOUND", "ENODATA"]);

interface Names {
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
function createNames(deadline: number, servers?: readonly string[]): Names {
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
