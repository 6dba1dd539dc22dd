import type { FieldEntry } from "../../changes/field-entry.ts";
import { diff } from "../../changes/diff.ts";
import { type ChangeMemory, unpackMemory } from "../../changes/memory.ts";
import type { DeploymentListItem } from "../../contract/deployment/deployment.ts";
import type { Row } from "../../table/row.ts";
import { readHealth } from "../rows/agent-health.ts";
import { detailKind } from "../rows/deployment.table.ts";
import { shapeVersion } from "../rows/observation.ts";
import { storedShape } from "../rows/shape.ts";
import type { PageCommit } from "./source-report.ts";

/** A deployment as it is stored: its item, and the row of its detail. */
export interface Stored {
  item: DeploymentListItem;
  detail: Row | undefined;
}

/** What read a shape: our own version, and an agent's. A later one may know more of the same server. */
export const readerOf = ({ agent }: Pick<PageCommit, "agent">): string =>
  [shapeVersion, ...(agent === undefined ? [] : [readHealth(agent).version])].join(" ");

/** The fields that a report changes, and what the deployment remembers of earlier changes. */
export function changedFields(
  before: Stored,
  after: Stored,
  reader: string,
): { fields: FieldEntry[]; memory: ChangeMemory } {
  const changes = before.detail && detailKind.read(before.detail).changes;
  const memory = unpackMemory(changes);
  const [was, is] = [storedShape(before.item, before.detail), storedShape(after.item, after.detail)];
  // What is read for the first time is no change.
  const own = Object.entries(is.own).filter(([field]) => was.detail || field in was.own);
  const fields = diff(was, { ...is, own: Object.fromEntries(own) }, memory?.reader === reader);
  return { fields, memory: { ...memory, reader } };
}
