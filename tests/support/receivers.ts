import { once } from "node:events";
import { readFile } from "node:fs/promises";
import http, { type RequestListener } from "node:http";
import https from "node:https";
import type { AddressInfo } from "node:net";
import tls, { type TLSSocket } from "node:tls";
import { makeCertificates } from "../../packages/agent/test/certificates.ts";

/** A key and a certificate for the receivers' names, in PEM, and the authority that signed it. */
export interface Identity {
  ca: Buffer;
  key: Buffer;
  cert: Buffer;
}

/** @param names e.g. "DNS:*.example.com" */
export async function makeIdentity(names: string): Promise<Identity> {
  const files = await makeCertificates(names);
  const [ca, key, cert] = await Promise.all([files.ca, files.key, files.cert].map((file) => readFile(file)));
  await files.remove();
  if (!ca || !key || !cert) throw new Error("openssl made no certificate");
  return { ca, key, cert };
}

let pairs = 0;

/**
 * Two addresses of loopback that nobody else has, because webhooks may only use port 8443. All of 127/8 is this
 * machine: the number of the process and a count give each pair its own.
 */
export function loopbackPair(): { open: string; closed: string } {
  pairs += 1;
  const start = `127.${1 + ((process.pid >> 8) % 250)}.${process.pid % 256}`;
  return { open: `${start}.${2 * pairs}`, closed: `${start}.${2 * pairs + 1}` };
}

export interface Receiver {
  port: number;
  /** How many connections were opened, also such that sent nothing. */
  connections: number;
  stop(): Promise<void>;
}

type Listening = http.Server | https.Server | tls.Server;

async function listen(server: Listening, host: string, port: number): Promise<Receiver> {
  const sockets = new Set<{ destroy(): void }>();
  const receiver: Receiver = {
    port,
    connections: 0,
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  server.on("connection", (socket) => {
    receiver.connections += 1;
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.on("close", () => sockets.delete(socket));
  });
  server.on("tlsClientError", () => undefined);
  server.listen(port, host);
  await once(server, "listening");
  receiver.port = (server.address() as AddressInfo).port;
  return receiver;
}

/** An HTTPS server on an address of loopback. */
export const startReceiver = (
  host: string,
  identity: Identity,
  listener: RequestListener,
  port = 8443,
): Promise<Receiver> => listen(https.createServer(identity, listener), host, port);

/** The same without TLS, on a free port. */
export const startPlainReceiver = (listener: RequestListener): Promise<Receiver> =>
  listen(http.createServer(listener), "127.0.0.1", 0);

/** A TLS server that writes what it likes once a request has arrived. */
export const startRawReceiver = (
  host: string,
  identity: Identity,
  write: (socket: TLSSocket) => void,
): Promise<Receiver> =>
  listen(
    tls.createServer(identity, (socket) => {
      socket.on("error", () => undefined);
      socket.once("data", () => write(socket));
    }),
    host,
    8443,
  );
