import { gzipFrom, reportsPath } from "./api/push.ts";
import type { SentReport } from "./parts.ts";

/** The text above the reports that `--print-only` prints: their destination and the sent commands. */
export function describeReports(reports: readonly SentReport[], api: string): string {
  const bytes = reports.map((report) => Buffer.byteLength(JSON.stringify(report)));
  const size = bytes.reduce((sum, one) => sum + one, 0);
  return [
    `Not sent: POST ${api}${reportsPath}, ${reports.length} report(s) with ${size} bytes of JSON, without the line breaks below.`,
    `Headers: content-type, content-length, authorization with the agent API key; gzip above ${gzipFrom} bytes.`,
    `Commands sent: ${reports[0]?.commands.join(", ") || "none (no server could be reached)"}.`,
    "",
    "",
  ].join("\n");
}
