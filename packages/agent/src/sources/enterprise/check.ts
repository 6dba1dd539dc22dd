import { sumBytes, formatBytes } from "@shardwatch/core/kit/bytes";
import type { EnterpriseSettings } from "../../configuration/settings.ts";
import type { CheckResult } from "../source.ts";
import type { EnterpriseClient } from "./client.ts";
import { clusterKey, nodesOf } from "./cluster.ts";
import { explain } from "./errors.ts";
import { toReading } from "./map.ts";
import { PartFailed, readParts } from "./parts.ts";
import type { Parts, Witness } from "./parts.ts";
import { requests } from "./requests.ts";
import type { Part } from "./requests.ts";

const purposes: Record<Part, string> = {
  cluster: "needed: name and creation time, which identify the cluster",
  license: "optional: the license",
  nodes: "optional: whether all nodes are active",
  databases: "needed: the databases, without their passwords",
  stats: "optional: memory used",
  shards: "optional: the shards, and memory used if the statistics don't include it",
};

/** Sends every request of a report once, and returns the result of each. */
export async function checkEnterprise(
  settings: EnterpriseSettings,
  client: EnterpriseClient,
): Promise<CheckResult> {
  const lines: string[] = [];
  if (settings.tls.insecureSkipVerify)
    lines.push("connection   the certificate is NOT verified (tls.insecureSkipVerify)");
  const witness: Witness = (part, outcome, milliseconds) => {
    const path = requests[part].replace(/\?.*$/, "");
    const verdict = "failure" in outcome ? `FAILED (${outcome.failure.code})` : `ok, ${milliseconds} ms`;
    lines.push(`GET ${path.padEnd(22)} ${verdict.padEnd(18)} ${purposes[part]}`);
  };
  try {
    const parts = await readParts(client, witness);
    const key = settings.key ?? clusterKey(parts.cluster);
    const { deployment } = toReading(settings, key, parts, undefined).reading;
    for (const gap of deployment.gaps ?? []) lines.push(`missing      ${gap}`);
    const { status, statusMessage } = deployment;
    lines.push(...describe(parts, deployment));
    lines.push(`status       ${status}${statusMessage === undefined ? "" : `: ${statusMessage}`}`);
    return { ok: deployment.databases !== undefined, lines };
  } catch (error) {
    const { message, code } = error instanceof PartFailed ? error.failure : explain(error);
    return { ok: false, lines: [...lines, `FAILED       ${message} (${code})`] };
  }
}

function describe(
  { cluster, nodes }: Parts,
  deployment: ReturnType<typeof toReading>["reading"]["deployment"],
): string[] {
  const { databases = [], license, enterpriseAdminUrl } = deployment;
  const list = ("value" in nodes ? nodesOf(nodes.value) : undefined) ?? [];
  const versions = [...new Set(list.map(({ version }) => version ?? "unknown"))].slice(0, 5).join(", ");
  const used = formatBytes(sumBytes(databases.map(({ memoryUsed }) => memoryUsed)));
  return [
    `cluster      ${cluster.name ?? "without a name"}, created ${cluster.createdAt ?? "at an unknown time"}`,
    `nodes        ${list.length}${versions === "" ? "" : `, version ${versions}`}`,
    `databases    ${databases.length}, memory used ${used}`,
    `license      ${license ? `until ${license.expirationDate ?? "an unknown time"}` : "none"}`,
    `admin UI     ${enterpriseAdminUrl ?? "unknown"}`,
  ];
}
