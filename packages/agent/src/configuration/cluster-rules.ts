import { parseNetwork } from "../ip-network.ts";
import type { IpNetwork } from "../ip-network.ts";
import type { Mapping } from "./mapping.ts";

const most = 100;

/** Where the agent connects to nodes that a cluster announces, beside the configured hosts: `clusterNetworks`. */
export function readClusterNetworks(mapping: Mapping): IpNetwork[] {
  return readList(mapping, "clusterNetworks", "networks; for example [10.1.0.0/16]", (item) =>
    typeof item === "string" ? parseNetwork(item.trim()) : "must be a text such as 10.1.0.0/16",
  );
}

/** At which ports such a node gets the password, beside those of the configured servers: `clusterPorts`. */
export function readClusterPorts(mapping: Mapping): number[] {
  return readList(mapping, "clusterPorts", "ports; for example [6379, 6380]", (item) => {
    // A variable holds texts.
    const port = typeof item === "string" && /^\d{1,5}$/.test(item) ? Number(item) : item;
    const isPort = typeof port === "number" && Number.isInteger(port) && port >= 1 && port <= 65_535;
    return isPort ? port : "must be a port between 1 and 65535";
  });
}

/** The usable entries of a list. A text that `read` returns is the fault of an entry. */
function readList<Item extends object | number>(
  mapping: Mapping,
  name: string,
  kind: string,
  read: (item: unknown) => Item | string,
): Item[] {
  if (!mapping.has(name)) return [];
  const list = mapping.raw(name);
  if (!Array.isArray(list) || list.length === 0 || list.length > most) {
    mapping.fault(name, `must be a list of 1 to ${most} ${kind}`);
    return [];
  }
  return list.flatMap((item: unknown, index) => {
    const found = read(item);
    if (typeof found !== "string") return [found];
    mapping.fault(`${name}[${index}]`, found);
    return [];
  });
}
