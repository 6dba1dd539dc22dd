import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { report as reportSchema } from "@shardwatch/core/contract/report/report";
import type { ReportedDeployment } from "@shardwatch/core/contract/report/report";
import { Secret } from "@shardwatch/core/kit/secret";
import { makeCertificate } from "@shardwatch/local/simulators/redis-enterprise/certificate";
import type { Certificate } from "@shardwatch/local/simulators/redis-enterprise/certificate";
import type { RedisEnterprise } from "@shardwatch/local/simulators/redis-enterprise/server";
import type { EnterpriseSettings } from "../src/configuration/settings.ts";
import type { EnterpriseLimits } from "../src/sources/enterprise/client.ts";
import type { Reading } from "../src/sources/source.ts";

/** Deadlines that no cluster misses which answers at all, however loaded the machine is. */
export const usualEnterpriseLimits: EnterpriseLimits = {
  connectMilliseconds: 45_000,
  answerMilliseconds: 45_000,
  readMilliseconds: 45_000,
  answerBytes: 4 * 1_048_576,
};

/** Short deadlines of answers, so that a test of a hanging cluster ends soon. */
export const shortEnterpriseLimits: EnterpriseLimits = {
  ...usualEnterpriseLimits,
  answerMilliseconds: 400,
  readMilliseconds: 1_000,
};

/** The certificate of a cluster that signs its own, in a folder that `remove` deletes. */
export async function enterpriseCertificate(
  names: readonly string[] = ["DNS:localhost", "IP:127.0.0.1"],
): Promise<Certificate & { remove(): void }> {
  const folder = mkdtempSync(join(tmpdir(), "shardwatch-enterprise-"));
  const certificate = await makeCertificate(folder, names);
  return { ...certificate, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Settings for the simulated cluster's own user. */
export function enterpriseSettings(
  { port, state }: Pick<RedisEnterprise, "port" | "state">,
  { caFile }: Pick<Certificate, "caFile">,
  more: Partial<EnterpriseSettings> = {},
): EnterpriseSettings {
  return {
    type: "enterprise",
    name: "production",
    url: `https://localhost:${port}`,
    addresses: [{ host: "localhost", port }],
    nodes: [],
    username: state.user.email,
    password: new Secret(state.user.password),
    tls: { ca: readFileSync(caFile), insecureSkipVerify: false },
    ...more,
  };
}

/** The deployment as the API would accept it in a report. Throws for a violation of the contract. */
export function asReported({ deployment }: Reading): ReportedDeployment {
  const measuredAt = new Date().toISOString();
  const agent = { id: "0123456789abcdef", version: "1.0.0" };
  const [reported] = reportSchema.parse({
    version: 1,
    agent,
    measuredAt,
    deployments: [deployment],
  }).deployments;
  if (!reported) throw new Error("no deployment");
  return reported;
}
