import type { Shape } from "../../changes/diff.ts";
import type { DeploymentListItem } from "../../contract/deployment/deployment.ts";
import { ownFactsOf } from "../../contract/deployment/parts.ts";
import type { Row } from "../../table/row.ts";
import { isRead, readDetail } from "./deployment.table.ts";

/**
 * What a stored deployment looks like, in the parts that the feed of changes compares.
 * @param detail the row of its detail; undefined before there is one
 */
export function storedShape(item: DeploymentListItem, detail: Row | undefined): Shape {
  const { name, type, status, statusMessage, via } = item;
  const { gaps, certificateEnd, replicas: _, ...content } = readDetail(detail);
  const own = { name, status, statusMessage, source: via, gaps };
  // A source that has never read a server does not know its type either.
  if (!isRead(detail)) return { own };
  return { own: { ...own, type, ...ownFactsOf(item), certificateEnd }, detail: content };
}
