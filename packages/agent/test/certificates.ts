import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

export interface Certificates {
  /** Files in PEM. The server's is for localhost and 127.0.0.1. */
  ca: string;
  cert: string;
  key: string;
  remove(): Promise<void>;
}

/** Makes a certificate authority and a certificate signed by it, with openssl. */
export async function makeCertificates(names = "DNS:localhost,IP:127.0.0.1"): Promise<Certificates> {
  const folder = await mkdtemp(join(tmpdir(), "shardwatch-tls-"));
  const file = (name: string): string => join(folder, name);
  const openssl = (line: string): Promise<unknown> => run("openssl", line.split(" "), { cwd: folder });
  const newKey = "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes";
  await openssl(`req -x509 ${newKey} -days 2 -subj /CN=Authority -keyout ca.key -out ca.pem`);
  await openssl(`req ${newKey} -subj /CN=localhost -keyout server.key -out server.csr`);
  await writeFile(file("names"), `subjectAltName=${names}\n`);
  const signed = "x509 -req -in server.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 2";
  await openssl(`${signed} -extfile names -out server.pem`);
  return {
    ca: file("ca.pem"),
    cert: file("server.pem"),
    key: file("server.key"),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
