import { deploymentColumns, deploymentLine } from "@shardwatch/core/contract/csv/deployments";
import type { TroubleOf } from "@shardwatch/core/contract/filter/facts";
import { byteOrderMark, csvFileName, csvHeader, csvType } from "@shardwatch/core/contract/csv/table";
import type { DeploymentListItem } from "@shardwatch/core/contract/deployment/deployment";
import { deploymentsWithAll } from "../../../api/fleet/deployments.ts";
import { keyOf } from "../../../lib/words/deployment-key.ts";
import type { Joined } from "../../../lib/words/joined.ts";
import { saveFile } from "../../../lib/browser/save-file.ts";

/**
 * Saves the file that the API answers too. Most people open it with Excel, so it begins with a byte order mark. What
 * the rows lack is requested.
 * @returns the file's name
 * @throws ApiError
 */
export async function saveDeployments(
  rows: readonly DeploymentListItem[],
  now: number,
  troubleOf: TroubleOf | undefined,
): Promise<string> {
  const has = (name: Joined) => rows.some((row) => row[name]);
  const complete = has("figures") && has("outlook") ? rows : await withAll(rows);
  const lines = complete.map((row) => deploymentLine(row, now, troubleOf));
  const name = csvFileName("deployments", now);
  saveFile(name, csvType(true), `${byteOrderMark}${csvHeader(deploymentColumns)}${lines.join("")}`);
  return name;
}

async function withAll(rows: readonly DeploymentListItem[]): Promise<readonly DeploymentListItem[]> {
  const [organization, ...others] = new Set(rows.map(({ organizationId }) => organizationId));
  const all = await deploymentsWithAll(others.length === 0 ? organization : undefined);
  const found = new Map(all.map((one) => [keyOf(one), one]));
  return rows.map((row) => {
    const { figures, outlook } = found.get(keyOf(row)) ?? {};
    return { ...row, figures, outlook };
  });
}
