import tls from "node:tls";
import type { PeerCertificate } from "node:tls";
import { RedirectError } from "./errors.ts";

export interface RedirectRules {
  /** Hosts that the configuration names as nodes of the cluster, in lower case. */
  nodes: readonly string[];
  /** The verified certificate of who redirects; undefined when it was not verified. */
  certificate: PeerCertificate | undefined;
}

/**
 * The origin that a node's redirect leads to. The password goes there next, so it must be the same cluster: https, the same port, and an allowed host. Allowed are the same host, hosts in the configuration, and hosts of the redirecting node's own verified certificate. The nodes of a cluster share one certificate for its name and all names below. That is
 * the rule by which HTTP/2 lets a connection serve another host (RFC 9113, 9.1.1).
 *
 * Only the origin is taken: which path is asked for is never the server's choice. Throws a RedirectError.
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

/** A host as Node's functions want it: IPv6 addresses without brackets. */
export function plainHost(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, "$1").toLowerCase();
}
