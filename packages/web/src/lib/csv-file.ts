import { deploymentColumns, deploymentLine } from "@shardwatch/core/contract/csv/deployments";
import { byteOrderMark, csvFileName, csvHeader, csvType } from "@shardwatch/core/contract/csv/table";
import type { DeploymentListItem } from "@shardwatch/core/contract/deployment";

interface CsvFile {
  name: string;
  type: string;
  text: string;
}

/** The file that the API answers too. Most people open it with Excel, so it begins with a byte order mark. */
export function deploymentsFile(rows: readonly DeploymentListItem[], now: number): CsvFile {
  const lines = rows.map((row) => deploymentLine(row, now));
  return {
    name: csvFileName("deployments", now),
    type: csvType(true),
    text: `${byteOrderMark}${csvHeader(deploymentColumns)}${lines.join("")}`,
  };
}
