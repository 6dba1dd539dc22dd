import { deploymentColumns, deploymentLine } from "@shardwatch/core/contract/csv/deployments";
import { byteOrderMark, csvFileName, csvHeader, csvType } from "@shardwatch/core/contract/csv/table";
import type { DeploymentListItem } from "@shardwatch/core/contract/deployment";
import { saveFile } from "./save-file.ts";

/**
 * Saves the file that the API answers too. Most people open it with Excel, so it begins with a byte order mark.
 * @returns the file's name
 */
export function saveDeployments(rows: readonly DeploymentListItem[], now: number): string {
  const lines = rows.map((row) => deploymentLine(row, now));
  const name = csvFileName("deployments", now);
  saveFile(name, csvType(true), `${byteOrderMark}${csvHeader(deploymentColumns)}${lines.join("")}`);
  return name;
}
