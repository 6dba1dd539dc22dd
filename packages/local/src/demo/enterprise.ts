import { randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import { Secret } from "@shardwatch/core/kit/secret";
import { makeCertificate } from "../simulators/redis-enterprise/certificate.ts";
import { startRedisEnterprise } from "../simulators/redis-enterprise/server.ts";

export interface DemoEnterprise {
  url: string;
  /** Page on which a person makes the cluster fail. */
  controlUrl: string;
  username: string;
  password: Secret;
  /** File in PEM with the cluster's authority. */
  caFile: string;
  stop(): Promise<void>;
}

/**
 * Starts the simulator of a Redis Enterprise cluster. Like a real one, it signs its own certificate.
 * Undefined without openssl.
 * @param folder where the certificate goes, made anew at every start
 */
export async function startDemoEnterprise(folder: string): Promise<DemoEnterprise | undefined> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const certificate = await certificateIn(folder);
  if (!certificate) return undefined;
  const username = "shardwatch@example.com";
  const password = randomBytes(18).toString("base64url");
  const user = { email: username, password, role: "cluster_viewer" as const };
  const cluster = await startRedisEnterprise({ certificate, cluster: { user, measuresAll: true } });
  const url = `https://localhost:${cluster.port}`;
  return {
    url,
    controlUrl: `${url}/control`,
    username,
    password: new Secret(password),
    caFile: certificate.caFile,
    stop: () => cluster.stop(),
  };
}

async function certificateIn(folder: string) {
  try {
    return await makeCertificate(folder, ["DNS:localhost", "IP:127.0.0.1"]);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
