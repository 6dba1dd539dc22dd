import net from "node:net";
import tls from "node:tls";
import type { PeerCertificate } from "node:tls";
import type { TlsSettings } from "../configuration/settings.ts";

/** The TLS options of a connection to this host, for `tls.connect` and `https.request`. */
export function tlsOptions(host: string, secure: TlsSettings): tls.ConnectionOptions {
  const name = secure.serverName ?? host;
  return {
    rejectUnauthorized: !secure.insecureSkipVerify,
    // RFC 6066 does not allow an IP address as a server name. The certificate is still checked for the
    // address.
    ...(!net.isIP(name) && { servername: name }),
    checkServerIdentity: (_, certificate) => tls.checkServerIdentity(name, certificate),
    ...(secure.ca && { ca: secure.ca }),
    ...(secure.cert && { cert: secure.cert }),
    ...(secure.key && { key: secure.key }),
  };
}

/**
 * When the server's certificate ends, ISO 8601; undefined without TLS. The certificate need not be verified: it ends all
 * the same. It is not read as an X509Certificate: Node then has none left for `verifiedCertificate`.
 */
export function certificateEndOf(socket: net.Socket): string | undefined {
  const end = socket instanceof tls.TLSSocket ? Date.parse(socket.getPeerCertificate().valid_to) : Number.NaN;
  return Number.isNaN(end) ? undefined : new Date(end).toISOString();
}

/** The server's certificate; undefined without TLS, or when the certificate was not verified. */
export function verifiedCertificate(socket: net.Socket): PeerCertificate | undefined {
  const verified = socket instanceof tls.TLSSocket && socket.authorized;
  return verified ? socket.getPeerCertificate() : undefined;
}
