import { diff, type Shape } from "../../changes/diff.ts";
import type { FieldEntry } from "../../changes/field-entry.ts";
import { type ChangeMemory, unpackMemory } from "../../changes/memory.ts";
import type { DeploymentListItem } from "../../contract/deployment/deployment.ts";
import { ownFactsOf } from "../../contract/deployment/parts.ts";
import type { Row } from "../../table/row.ts";
import { readHealth } from "../rows/agent-health.ts";
import { detailKind, isRead, readDetail } from "../rows/deployment.table.ts";
import { shapeVersion } from "../rows/observation.ts";
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

/**
 * What a stored deployment looks like, in the parts that the feed of changes compares.
 * @param detail the row of its detail; undefined before there is one
 */
function storedShape(item: DeploymentListItem, detail: Row | undefined): Shape {
  const { name, type, status, statusMessage, via } = item;
  const { gaps, certificateEnd, replicas: _, ...content } = readDetail(detail);
  const own = { name, status, statusMessage, source: via, gaps };
  // A source that has never read a server does not know its type either.
  if (!isRead(detail)) return { own };
  return { own: { ...own, type, ...ownFactsOf(item), certificateEnd }, detail: content };
}
