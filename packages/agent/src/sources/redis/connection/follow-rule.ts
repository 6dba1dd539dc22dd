import { contains, isSameAddress, networkToList, privateNetworkOf } from "../../../ip-network.ts";
import type { RedisSettings, ServerAddress } from "../../../configuration/settings.ts";

type Rules = Pick<
  RedisSettings,
  "addresses" | "addressMap" | "clusterNetworks" | "clusterPorts" | "password"
>;

const configured = ({ addresses, addressMap }: Rules): ServerAddress[] => [
  ...addresses,
  ...addressMap.values(),
];

/** Hosts in the configuration, in lower case. */
export function configuredHosts(rules: Rules): ReadonlySet<string> {
  return new Set(configured(rules).map(({ host }) => host.toLowerCase()));
}

/**
 * Why the agent may connect to an address that only the cluster names, in words for `check`; undefined when it may not.
 * A hijacked node can announce any address. So an address must be in the reach of the configuration: its hosts, the
 * private networks around them, or listed networks.
 * @param known IP addresses of the configured hosts
 */
export function whyFollowed(rules: Rules, known: readonly string[], address: string): string | undefined {
  if (known.some((one) => isSameAddress(one, address))) return "the address of a configured host";
  const own = known.map((one) => privateNetworkOf(one)?.text);
  const around = privateNetworkOf(address);
  if (around && own.includes(around.text)) return `in ${around.text}, the network of a configured host`;
  const listed = rules.clusterNetworks?.find((network) => contains(network, address));
  return listed && `in ${listed.text}, from clusterNetworks`;
}

/** Whether a server may be at this port. Any program can listen at another one, and would get the password. */
export function isPortFollowed(rules: Rules, port: number): boolean {
  if (!rules.password || rules.clusterPorts?.includes(port)) return true;
  return configured(rules).some((one) => one.port === port);
}

/** The networks and ports at which nodes are followed, in words. */
export function describeReach(rules: Rules, known: readonly string[]): string {
  const networks = [...known.map(networkToList), ...(rules.clusterNetworks ?? []).map(({ text }) => text)];
  const ports = [...configured(rules).map(({ port }) => port), ...(rules.clusterPorts ?? [])];
  const where = `nodes in ${[...new Set(networks)].join(", ")}`;
  return rules.password ? `${where}; the password only at port ${[...new Set(ports)].join(", ")}` : where;
}

/** What keeps the agent from a node. */
interface Missing {
  /** Its IP address, outside the networks. */
  outside?: string | undefined;
  /** Its port, at which no password goes. */
  port?: number | undefined;
}

/** The lines of the configuration with which it would be followed. They have the entries that are there already. */
export function linesToAdd(rules: Rules, { outside, port }: Missing): string[] {
  const { clusterNetworks = [], clusterPorts = [] } = rules;
  const lines: string[] = [];
  if (outside !== undefined) {
    const networks = [...clusterNetworks.map(({ text }) => text), networkToList(outside)];
    lines.push(`clusterNetworks: [${networks.map(quoted).join(", ")}]`);
  }
  if (port !== undefined) lines.push(`clusterPorts: [${[...clusterPorts, port].join(", ")}]`);
  return lines;
}

/** Whether a line to add says where a node is. */
export const hasNetwork = (line: string): boolean => line.startsWith("clusterNetworks:");

/** In a list of YAML, two colons of IPv6 could end a name. */
const quoted = (text: string): string => (text.includes(":") ? `"${text}"` : text);
