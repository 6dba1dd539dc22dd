import type { Services } from "../access/context.ts";
import type { OrganizationId } from "../access/scope.ts";
import type { Change, ChangePage } from "../contract/history/changes.ts";
import { batchGetAll } from "../table/batch.ts";
import { nextBefore, readBefore } from "../table/newest-first.ts";
import type { StoredRow } from "../table/row.ts";
import { isExpired } from "../table/schema.ts";
import {
  changeIdAfter,
  changeKey,
  changeOfKey,
  changesOf,
  changesOfDeployment,
  indexedChange,
  isChangeId,
} from "./change.keys.ts";
import { type ChangeRow, readChange } from "./change.table.ts";
import { textOfFields } from "./field-entry.ts";
import { toChange } from "./map.ts";

export interface FeedQuery {
  /** A field as the feed names it, or the part before its dot. */
  field?: string | undefined;
  /** Id of an agent key or an integration. */
  source?: string | undefined;
  /** The first and the last moment, Unix epoch in milliseconds. */
  from?: number | undefined;
  to?: number | undefined;
  limit: number;
  cursor?: string | undefined;
}

/** How many rows one request reads at most. They are about 500 KB, which costs 60 RCU. */
const mostRead = 2_000;
/** How many rows one query of a filtered feed reads. */
const pageOfFiltered = 500;
/**
 * How many characters of fields one request reads at most. They take a tenth of a second. What does not match the filter
 * counts, too.
 */
const mostText = 4_000_000;
/** An answer ends after this length. Lambda's answers have at most 6 MB. */
const longestPage = 2_000_000;

/** A part of a feed, newest first, with the id before which the next part starts. */
interface Part {
  rows: StoredRow[];
  last: string | undefined;
}

/** Reads the part of a feed that starts before an id. */
type ReadPart = (before: string | undefined, limit: number) => Promise<Part>;

/** A page of all changes of an organization, newest first. They may be a second old, which halves the cost. */
export async function feed(
  { table, clock }: Services,
  organization: OrganizationId,
  query: FeedQuery,
): Promise<ChangePage> {
  return await search(query, clock.now(), async (before, limit) => {
    const after = before === undefined ? undefined : changeKey(organization, before).sk;
    const options = { after, limit, descending: true, eventually: true };
    const { rows, last } = await table.query(changesOf(organization), options);
    return { rows, last: last && changeOfKey({ sk: last }) };
  });
}

/**
 * The same for one deployment, by the index.
 * @param reading id of the change with which it appeared: the index does not have it if others appeared with it
 */
export async function feedOfDeployment(
  { table, clock }: Services,
  organization: OrganizationId,
  deployment: string,
  reading: Promise<string | undefined>,
  query: FeedQuery,
): Promise<ChangePage> {
  return await search(query, clock.now(), async (before, limit) => {
    const after = before === undefined ? undefined : indexedChange(organization, before);
    const options = { after, limit, descending: true };
    const [{ keys, more }, born] = await Promise.all([
      table.find(changesOfDeployment(organization, deployment), options),
      reading,
    ]);
    const last = more ? keys.at(-1)?.gsi1sk : undefined;
    const ids = new Set(keys.map(changeOfKey));
    // What came back has older changes than this one: those of its former life.
    if (born !== undefined && (!before || born < before) && (!last || born > last)) ids.add(born);
    const newestFirst = [...ids].toSorted((left, right) => (left < right ? 1 : -1));
    const rows = await batchGetAll(
      table,
      newestFirst.map((id) => changeKey(organization, id)),
    );
    return { rows, last };
  });
}

async function search(query: FeedQuery, now: number, readPart: ReadPart): Promise<ChangePage> {
  const { limit, from = 0, to, cursor } = query;
  const size = query.field || query.source ? pageOfFiltered : limit + 1;
  const found: Change[] = [];
  let [length, read] = [0, 0];
  let before = readBefore(cursor, isChangeId) ?? firstBefore(to);
  for (let count = 0; count < mostRead;) {
    const { rows, last } = await readPart(before || undefined, size);
    for (const row of rows) {
      const stored = readChange(row);
      if (stored.at < from) return { changes: found };
      if (isExpired(row, now) || !isFrom(stored, query)) continue;
      const text = stored.what && textOfFields(stored.what);
      const change = matching(toChange(stored, text), query);
      if (change !== undefined) {
        if (found.length === limit || length > longestPage) return pageOf(found, found.at(-1)?.id);
        found.push(change);
        length += JSON.stringify(change).length;
      }
      read += text?.length ?? 0;
      if (read > mostText) return pageOf(found, stored.id);
    }
    if (last === undefined) return { changes: found };
    count += rows.length;
    before = last;
  }
  return pageOf(found, before || undefined);
}

/** The id before which a feed up to this moment starts. No change has a time before 1970. */
const firstBefore = (to: number | undefined): string | undefined =>
  to === undefined ? undefined : changeIdAfter(Math.max(0, to));

const pageOf = (changes: Change[], last: string | undefined): ChangePage => ({
  changes,
  ...nextBefore(last),
});

/** Whether the source that the filter wants reported a change. */
const isFrom = ({ via }: ChangeRow, { source }: FeedQuery): boolean =>
  source === undefined || via === source || via?.startsWith(`${source}/`) === true;

/** A change with the fields that the filter wants; undefined without any. A kind of change counts as a field. */
function matching(change: Change, { field }: FeedQuery): Change | undefined {
  const { kind, fields } = change;
  if (field === undefined || kind === field) return change;
  const wanted = fields.filter((one) => one.field === field || one.field.startsWith(`${field}.`));
  return wanted.length > 0 ? { ...change, fields: wanted } : undefined;
}
