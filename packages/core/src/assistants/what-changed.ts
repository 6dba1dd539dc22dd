import { whatChanged as schemas } from "../contract/assistants/events.ts";
import type { Cell } from "../contract/assistants/parts.ts";
import { everything } from "../contract/filter/filter.ts";
import type { ChangeKind } from "../contract/history/change-kinds.ts";
import type { Change, ChangeValue } from "../contract/history/changes.ts";
import { changes } from "../deployment/read/changes.ts";
import { isId } from "../kit/ids.ts";
import { wrongFields } from "../kit/problem.ts";
import { day } from "../kit/time.ts";
import { nextBefore } from "../table/newest-first.ts";
import { readFilter, wordsOf } from "./ask.ts";
import { idsMatching, ownIn } from "./listed.ts";
import { Rows } from "./page.ts";
import { type AssistantContext, tool } from "./tool.ts";

/** The most rows of one change: it can have a thousand fields. */
const mostOfChange = 20;
/** How many pages of the feed one answer reads: about 350 read units. */
const mostPages = 4;
const pageSize = 50;

const columns = ["at", "until", "kind", "deployment", "name", "field", "element", "from", "to", "by"];

interface Wanted {
  deployment: string | undefined;
  /** Undefined for all. */
  ids: ReadonlySet<string> | undefined;
  kind: ChangeKind | undefined;
  from: number;
  to: number;
  limit: number;
  cursor: string | undefined;
}

export const whatChanged = tool({
  name: "what_changed",
  title: "What changed",
  description:
    "Lists what changed and when, newest first: what was upgraded and from which version, policies, limits, licenses, databases added, deployments that appeared or were deleted in the last hours. What changed in the hour before an incident.",
  ...schemas,
  async answer(ctx, { deployment, filter: text, since, until, kind, limit, cursor }) {
    if (deployment !== undefined && !isId("deployment", deployment))
      throw wrongFields(['deployment: must be an id, which begins with "dep_"']);
    const filter = readFilter(text);
    const to = until === undefined ? ctx.clock.now() : Date.parse(until);
    const from = since === undefined ? to - day : Date.parse(since);
    const ids = filter === everything ? undefined : await idsMatching(ctx, filter);
    const found = await read(ctx, {
      // The feed of one deployment is shorter.
      deployment: deployment ?? (ids?.size === 1 ? [...ids][0] : undefined),
      ids,
      kind,
      from,
      to,
      limit,
      cursor,
    });
    const { rows, kinds, next, hidden } = found;
    const notes = [
      ...(hidden > 0 ? [`${hidden} further fields of these changes are not listed.`] : []),
      ...(ids === undefined ? [] : ["The filter finds deployments as they are now, and none that are gone."]),
    ];
    return {
      structured: {
        as_of: new Date(ctx.clock.now()).toISOString(),
        truncated: next !== undefined,
        cursor: next,
        kinds: Object.fromEntries(kinds),
        notes: notes.length > 0 ? notes : undefined,
        data: { filter: wordsOf(filter), columns, rows },
      },
    };
  },
});

/** Pages of the feed until there are enough changes, or until so much was read that the assistant should ask again. */
async function read(ctx: AssistantContext, { ids, kind, limit, cursor: first, ...query }: Wanted) {
  const found = new Rows();
  const kinds = new Map<ChangeKind, number>();
  let [shown, hidden, pages]: [number, number, number] = [0, 0, 0];
  let [last, cursor]: [string | undefined, string | undefined] = [undefined, first];
  if (ids?.size === 0) return { rows: [], kinds, hidden, next: undefined };
  do {
    const page = await changes(ctx, {
      ...query,
      organizationId: ownIn(ctx),
      field: kind,
      limit: pageSize,
      cursor,
    });
    for (const change of page.changes) {
      const isWanted = ids === undefined || change.deployments.some(({ id }) => ids.has(id));
      if (isWanted) {
        const { rows, more } = rowsOf(change, ids);
        const isFull = shown === limit || !addAll(found, rows);
        if (isFull) return { rows: found.rows, kinds, hidden, next: nextBefore(last).nextCursor };
        shown += 1;
        hidden += more;
        kinds.set(change.kind, (kinds.get(change.kind) ?? 0) + 1);
      }
      last = change.id;
    }
    pages += 1;
    cursor = page.nextCursor;
  } while (cursor !== undefined && pages < mostPages);
  return { rows: found.rows, kinds, hidden, next: cursor };
}

/** All rows of a change, or as many as fit where it is the first: the next answer begins after it. */
function addAll(found: Rows, rows: Cell[][]): boolean {
  if (found.add(...rows)) return true;
  if (found.rows.length > 0) return false;
  for (const row of rows) if (!found.add(row)) break;
  return true;
}

/** @param ids the deployments that are wanted; undefined for all */
function rowsOf(change: Change, ids: ReadonlySet<string> | undefined): { rows: Cell[][]; more: number } {
  const { at, until, kind, source, fields } = change;
  const by = source?.kind ?? "person";
  const deployments = change.deployments.filter(({ id }) => ids === undefined || ids.has(id));
  const all = deployments.flatMap(({ id, name }): Cell[][] => {
    const about: Cell[] = [at, until, kind, id, name];
    if (fields.length === 0) return [[...about, null, null, null, null, by]];
    return fields.map(({ field, element, from, to }) => [
      ...about,
      field,
      element ? (element.name ?? element.id) : null,
      cellOf(from),
      cellOf(to),
      by,
    ]);
  });
  const rows = all.slice(0, mostOfChange);
  return { rows, more: change.more + all.length - rows.length };
}

const cellOf = (value: ChangeValue): Cell => (Array.isArray(value) ? value.join(" ") : value);
