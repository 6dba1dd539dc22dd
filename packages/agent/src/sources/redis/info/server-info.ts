import { isReportable } from "@shardwatch/core/kit/bytes";
import { foreignText } from "@shardwatch/core/kit/foreign-text";
import type { Reading } from "../../source.ts";
import { loading } from "../connection/errors.ts";
import type { Failure } from "../connection/errors.ts";
import { infoDigits, infoField } from "./info.ts";
import type { Info } from "./info.ts";
import { primaryLink } from "./primary-link.ts";
import { productVersion } from "./product.ts";

const synchronising =
  "The replica is synchronizing with its primary. Figures return when it has a copy of the data.";
const unreadable = "INFO came without the figures that a Redis or Valkey server gives.";

/** The limit of a report, in UTF-16 units. */
const versionLimit = 64;

/**
 * Why an INFO has no countable figures; undefined when it has them.
 * @param waits whether the server may wait for its first copy, as in `primaryLink`
 */
export function missingFigures(info: Info, waits = false): Failure | undefined {
  if (memoryUsed(info) === undefined)
    return { status: "unsupported", message: unreadable, code: "NOFIGURES" };
  // While loading, used_memory rises from zero. The server's last known figures are better.
  if (infoField(info, "persistence", "loading") === "1")
    return { status: "loading", message: loading, code: "LOADING" };
  // Its memory is that of an empty data set, or of one that is about to be replaced.
  if (primaryLink(info, waits) === "synchronising")
    return { status: "loading", message: synchronising, code: "SYNCHRONISING" };
  return undefined;
}

/** Redict has a name of its own, and Valkey may use the last one. */
const modeFields = ["redis_mode", "redict_mode", "server_mode"];

/** "standalone", "cluster", "sentinel". */
export function serverMode(info: Info): string | undefined {
  if (infoField(info, "cluster", "cluster_enabled") === "1") return "cluster";
  const [mode] = modeFields.flatMap((name) => infoField(info, "server", name) ?? []);
  return mode;
}

/** The version of the product, in the length that a report accepts. */
export function serverVersion(info: Info): string | null {
  const version = productVersion(info);
  return version === undefined ? null : foreignText(version, versionLimit);
}

/** used_memory in bytes. */
export function memoryUsed(info: Info): string | undefined {
  return bytesIn(info, "used_memory");
}

/** maxmemory in bytes; "0" is no limit. */
export function memoryLimit(info: Info): string | undefined {
  return bytesIn(info, "maxmemory");
}

/** A report with a larger figure would be refused, with all deployments in it. */
function bytesIn(info: Info, field: string): string | undefined {
  const digits = infoDigits(info, "memory", field);
  return digits !== undefined && isReportable(digits) ? digits : undefined;
}

/** Which data set the server holds, and whether it is its primary; {} when INFO does not contain it. */
export function replication(info: Info): Pick<Reading, "replication"> {
  const dataSet = infoField(info, "replication", "master_replid");
  const role = infoField(info, "replication", "role");
  if (dataSet === undefined || role === undefined) return {};
  return { replication: { dataSet, primary: role === "master" } };
}
