import { execFile } from "node:child_process";
import { X509Certificate } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

export interface Certificates {
  /** Files in PEM. The server's is for localhost and 127.0.0.1. */
  ca: string;
  cert: string;
  key: string;
  /** When the server's certificate ends, ISO 8601. */
  ends: string;
  remove(): Promise<void>;
}

/** Makes a certificate authority and a certificate signed by it, with openssl. */
export async function makeCertificates(
  names = "DNS:localhost,IP:127.0.0.1",
  days = 2,
): Promise<Certificates> {
  const folder = await mkdtemp(join(tmpdir(), "shardwatch-tls-"));
  const file = (name: string): string => join(folder, name);
  const openssl = (line: string): Promise<unknown> => run("openssl", line.split(" "), { cwd: folder });
  const newKey = "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes";
  await openssl(`req -x509 ${newKey} -days 2 -subj /CN=Authority -keyout ca.key -out ca.pem`);
  await openssl(`req ${newKey} -subj /CN=localhost -keyout server.key -out server.csr`);
  await writeFile(file("names"), `subjectAltName=${names}\n`);
  const signed = "x509 -req -in server.csr -CA ca.pem -CAkey ca.key -CAcreateserial";
  await openssl(`${signed} -days ${days} -extfile names -out server.pem`);
  return {
    ca: file("ca.pem"),
    cert: file("server.pem"),
    key: file("server.key"),
    ends: new Date(new X509Certificate(await readFile(file("server.pem"))).validTo).toISOString(),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
