import { isIPv6 } from "node:net";

const host = /^(?!-)[\w-]+(\.[\w-]+)*\.?$/;
const longestHost = 253;
const highestPort = 65_535;

/**
 * An endpoint as the address of a target: redis://host:port, or rediss:// with TLS. Undefined for a text that is no host
 * name or IP address with a port. It comes from customers, and exporters connect to what it says.
 * @param text "host:port" or "[IPv6]:port"
 */
export function targetOf(text: string, hasTls: boolean): string | undefined {
  const [, bracketed, name = "", port = ""] = /^(?:\[([\da-fA-F:.]+)\]|([^:]+)):(\d{1,5})$/.exec(text) ?? [];
  const isHost = bracketed ? isIPv6(bracketed) : host.test(name) && name.length <= longestHost;
  const number = Number(port);
  if (!isHost || number < 1 || number > highestPort) return undefined;
  return `${hasTls ? "rediss" : "redis"}://${bracketed ? `[${bracketed}]` : name}:${number}`;
}
