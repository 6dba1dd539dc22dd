import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

export interface Certificate {
  /** File in PEM with the authority that clients have to trust. */
  caFile: string;
  ca: Buffer;
  cert: Buffer;
  key: Buffer;
}

/** As long as those that a cluster makes for itself. */
const days = 3_650;

/**
 * Makes an authority and a certificate of it, as a cluster does for itself, with openssl. Rejects where there is none.
 * @param folder where the files go
 * @param names subject alternative names, e.g. ["DNS:localhost", "IP:127.0.0.1"]
 */
export async function makeCertificate(folder: string, names: readonly string[]): Promise<Certificate> {
  const openssl = (line: string) => run("openssl", line.split(" "), { cwd: folder, timeout: 10_000 });
  const newKey = "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes";
  await openssl(
    `req -x509 ${newKey} -days ${days} -subj /CN=RedisEnterpriseSimulator -keyout ca.key -out ca.pem`,
  );
  await openssl(`req ${newKey} -subj /CN=cluster -keyout node.key -out node.csr`);
  writeFileSync(join(folder, "names"), `subjectAltName=${names.join(",")}\n`);
  const signed = `x509 -req -in node.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days ${days}`;
  await openssl(`${signed} -extfile names -out node.pem`);
  const read = (name: string) => readFileSync(join(folder, name));
  return {
    caFile: join(folder, "ca.pem"),
    ca: read("ca.pem"),
    cert: read("node.pem"),
    key: read("node.key"),
  };
}
