import { formatAddress, parseAddress } from "./address.ts";
import type { Address } from "./address.ts";
import type { Mapping } from "./mapping.ts";
import type { ServerAddress } from "./settings.ts";

const addressLimit = 100;
const example = "redis.internal:6379";
const textExample = `for example "${example}"`;

export interface Place {
  addresses: ServerAddress[];
  /** TLS according to the schemes; undefined when none was given. */
  tls?: boolean;
}

/** `address` or `addresses` of a deployment; undefined when they are unusable, with the faults noted. */
export function readAddresses(mapping: Mapping): Place | undefined {
  if (!mapping.has("addresses")) {
    const text = mapping.required("address", example);
    return text === undefined ? undefined : readAll(mapping, [["address", text]]);
  }
  if (mapping.has("address")) {
    mapping.fault("addresses", `${mapping.called("address")} is given too; keep one of the two`);
    return undefined;
  }
  const list = mapping.raw("addresses");
  if (!Array.isArray(list) || list.length === 0 || list.length > addressLimit) {
    mapping.fault("addresses", `must be a list of 1 to ${addressLimit} addresses; for example [${example}]`);
    return undefined;
  }
  return readAll(
    mapping,
    list.map((item: unknown, index) => [`addresses[${index}]`, item]),
  );
}

/** How announced addresses are reached from here: `addressMap`, by "host:port" in lower case. */
export function readAddressMap(mapping: Mapping): ReadonlyMap<string, ServerAddress> {
  const map = new Map<string, ServerAddress>();
  if (!mapping.has("addressMap")) return map;
  const value = mapping.raw("addressMap");
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    mapping.fault("addressMap", `must be a list of settings such as "10.0.0.1:6379": ${example}`);
    return map;
  }
  for (const [announced, reached] of Object.entries(value)) {
    const from = readOne(mapping, "addressMap", announced);
    const to = readOne(mapping, "addressMap", reached);
    if (!from || !to) continue;
    if (from.tls !== undefined || to.tls !== undefined)
      mapping.fault("addressMap", "takes host:port on both sides, without redis:// or rediss://");
    map.set(formatAddress(from), { host: to.host, port: to.port });
  }
  return map;
}

function readAll(mapping: Mapping, items: readonly (readonly [string, unknown])[]): Place | undefined {
  const found = items.flatMap(([name, item]) => readOne(mapping, name, item) ?? []);
  if (found.length < items.length) return undefined;
  const schemes = new Set(found.map(({ tls }) => tls));
  if (schemes.size > 1)
    mapping.fault("addresses", "must all start with the same: rediss://, redis://, or neither");
  const [tls] = schemes;
  return {
    addresses: found.map(({ host, port }) => ({ host, port })),
    ...(tls !== undefined && { tls }),
  };
}

function readOne(mapping: Mapping, name: string, item: unknown): Address | undefined {
  const address = typeof item === "string" ? parseAddress(item.trim()) : `must be a text; ${textExample}`;
  if (typeof address !== "string") return address;
  mapping.fault(name, address);
  return undefined;
}
