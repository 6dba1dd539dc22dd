import tls from "node:tls";
import type { PeerCertificate } from "node:tls";
import { RedirectError } from "./errors.ts";

export interface RedirectRules {
  /** Hosts that the configuration names as nodes of the cluster, in lower case. */
  nodes: readonly string[];
  /** The verified certificate of the redirecting node; undefined when it was not verified. */
  certificate: PeerCertificate | undefined;
}

/**
 * The origin to which a node's redirect leads. The password goes there next, so it must be the same cluster:
 * https, the same port, and an allowed host. Allowed are the same host, hosts in the configuration, and hosts
 * of the redirecting node's own verified certificate. The nodes of a cluster share one certificate for its
 * name and all names below. HTTP/2 uses the same rule to serve another host over one connection (RFC 9113,
 * 9.1.1).
 *
 * Only the origin is used, because the server must not choose the path. Throws a RedirectError.
 */
export function redirectOrigin(
  from: string,
  location: string | undefined,
  { nodes, certificate }: RedirectRules,
): string {
  if (location === undefined || !URL.canParse(location, from)) throw new RedirectError("in a circle");
  const [origin, target] = [new URL(from), new URL(location, from)];
  if (target.protocol !== "https:") throw new RedirectError("no https");
  if (target.origin === origin.origin) throw new RedirectError("in a circle");
  const host = plainHost(target.hostname);
  const covered = certificate !== undefined && tls.checkServerIdentity(host, certificate) === undefined;
  if (
    target.port !== origin.port ||
    !(covered || host === plainHost(origin.hostname) || nodes.includes(host))
  )
    throw new RedirectError("elsewhere");
  return target.origin;
}

/** A host in the form that Node's functions expect: IPv6 addresses without brackets. */
export function plainHost(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, "$1").toLowerCase();
}
