import { deploymentColumns, deploymentLine } from "@shardwatch/core/contract/csv/deployments";
import type { TroubleOf } from "@shardwatch/core/contract/filter/facts";
import { byteOrderMark, csvFileName, csvHeader, csvType } from "@shardwatch/core/contract/csv/table";
import type { DeploymentListItem } from "@shardwatch/core/contract/deployment/deployment";
import { deploymentsWithFigures } from "../../../api/fleet/deployments.ts";
import { keyOf } from "../../../lib/words/deployment-key.ts";
import { saveFile } from "../../../lib/browser/save-file.ts";

/**
 * Saves the file that the API answers too. Most people open it with Excel, so it begins with a byte order mark. Only
 * figures that the rows lack are requested.
 * @returns the file's name
 * @throws ApiError
 */
export async function saveDeployments(
  rows: readonly DeploymentListItem[],
  now: number,
  troubleOf: TroubleOf | undefined,
): Promise<string> {
  const complete = rows.some(({ figures }) => figures) ? rows : await withFigures(rows);
  const lines = complete.map((row) => deploymentLine(row, now, troubleOf));
  const name = csvFileName("deployments", now);
  saveFile(name, csvType(true), `${byteOrderMark}${csvHeader(deploymentColumns)}${lines.join("")}`);
  return name;
}

async function withFigures(rows: readonly DeploymentListItem[]): Promise<readonly DeploymentListItem[]> {
  const [organization, ...others] = new Set(rows.map(({ organizationId }) => organizationId));
  const all = await deploymentsWithFigures(others.length === 0 ? organization : undefined);
  const found = new Map(all.map((one) => [keyOf(one), one.figures]));
  return rows.map((row) => ({ ...row, figures: found.get(keyOf(row)) }));
}
