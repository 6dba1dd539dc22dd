import { type SlotColumn, slotColumnNames } from "../contract/report/slot-columns.ts";
import type { ByteReader } from "./bytes-of-payload.ts";
import type { CodedDeployment } from "./coded-deployment.ts";
import { idBytes, shortIdOfBytes } from "./deployment-bytes.ts";
import { readTags } from "./trail-layout.ts";

/* Version 1 of a trail's payload: deployment after deployment, each with its whole id. It is read, never written. */

/** Throws a RangeError for bytes that no release has written. */
export function readFormerTrail(reader: ByteReader): CodedDeployment[] {
  const count = reader.count();
  const deployments: CodedDeployment[] = [];
  for (let index = 0; index < count; index += 1) deployments.push(readDeployment(reader));
  return deployments;
}

function readDeployment(reader: ByteReader): CodedDeployment {
  const shortId = shortIdOfBytes(reader.take(idBytes));
  const statusCode = reader.byte();
  const databases = reader.count();
  const columns = new Map<SlotColumn, readonly number[]>();
  if (databases === 0) return { shortId, statusCode, tags: [], databases, columns };
  const tags = readTags(reader, reader.byte(), databases);
  const mask = reader.word();
  if (mask >= 1 << slotColumnNames.length) throw new RangeError("a column that does not exist");
  for (const [bit, name] of slotColumnNames.entries())
    if (mask & (1 << bit)) columns.set(name, reader.words(databases));
  return { shortId, statusCode, tags, databases, columns };
}
