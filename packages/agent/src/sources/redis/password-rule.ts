import tls from "node:tls";
import type { PeerCertificate } from "node:tls";
import type { RedisSettings } from "../../configuration/settings.ts";
import { contains, isSameAddress, privateNetworkOf } from "../../ip-network.ts";

/** The other end of a connection. */
export interface Peer {
  /** The IP address of the connection. A name could be resolved again to another address. */
  address: string;
  /** Only a certificate that was verified, against the authority and for the requested name. */
  certificate?: PeerCertificate | undefined;
}

type Rules = Pick<RedisSettings, "addresses" | "addressMap" | "clusterNetworks" | "tls">;

/** Hosts in the configuration, in lower case. */
export function configuredHosts({ addresses, addressMap }: Rules): ReadonlySet<string> {
  return new Set([...addresses, ...addressMap.values()].map(({ host }) => host.toLowerCase()));
}

/**
 * Why the password may go to a server that only the cluster names, in words for `check`; undefined when it
 * may not. A hijacked node can announce any address. So an address must be in the reach of the configuration:
 * its hosts, the private networks around them, listed networks, or a certificate.
 * @param known IP addresses of the configured hosts
 */
export function whyTrusted(rules: Rules, known: readonly string[], peer: Peer): string | undefined {
  if (known.some((address) => isSameAddress(address, peer.address)))
    return "the address of a configured host";
  const own = known.map((address) => privateNetworkOf(address)?.text);
  const around = privateNetworkOf(peer.address);
  if (around && own.includes(around.text)) return `in ${around.text}, the network of a configured host`;
  const listed = rules.clusterNetworks?.find((network) => contains(network, peer.address));
  if (listed) return `in ${listed.text}, from clusterNetworks`;
  return peer.certificate && whyCertified(rules, peer.certificate);
}

/**
 * A public authority signs any name for its owner. So its certificate proves something only if it is also for
 * a configured name, such as one for all names below a domain. An authority in the configuration is trusted
 * for everything that it signs.
 */
function whyCertified(rules: Rules, certificate: PeerCertificate): string | undefined {
  if (rules.tls?.ca) return "certified by the authority of tls.ca";
  const names = rules.tls?.serverName === undefined ? configuredHosts(rules) : [rules.tls.serverName];
  const name = [...names].find((one) => tls.checkServerIdentity(one, certificate) === undefined);
  return name === undefined ? undefined : `its certificate is for ${name}`;
}
