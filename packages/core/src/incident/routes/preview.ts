import type { ReaderContext } from "../../access/context.ts";
import { ownOrganization } from "../../access/scope.ts";
import { allOf, canSend, type Channel } from "../../channel/channels.ts";
import type { Routes, RoutesPreview } from "../../contract/incident/route.ts";
import { mostRouted, routedDays } from "../../contract/incident/route-words.ts";
import { isWorse } from "../../contract/incident/severity-order.ts";
import { day } from "../../kit/time.ts";
import type { WatchedDeployment } from "../judging/watched.ts";
import { routesTo } from "../messages/plan.ts";
import { openedSince } from "../opened-since.ts";
import { fleetNow } from "../fleet-now.ts";
import { rulesOf } from "../rows/incident.keys.ts";
import { affectedBy, type IncidentRecord, isDeployment } from "../rows/record.ts";
import { readRule } from "../rows/rule.table.ts";
import { bookOf, type RuleBook } from "../rules/book.ts";
import { chosenAt, placesBy } from "./choose.ts";
import { noRoutes, readRoutesInput } from "./route-input.ts";
import { readStored } from "./stored.ts";

/**
 * How many of the incidents of the last 30 days each channel would have got, by these routes and by those that are saved.
 * Deployments and channels are as they are now. An incident counts once, with the most urgent severity that it had. Reads
 * at most `mostRouted` incidents. Throws invalid with the place of each fault.
 */
export async function previewRoutes(ctx: ReaderContext, input: Routes): Promise<RoutesPreview> {
  const organization = ownOrganization(ctx.actor);
  const channels = organization ? await allOf(ctx, organization) : [];
  const wanted = readRoutesInput(input, channels);
  const to = ctx.clock.now();
  const from = to - routedDays * day;
  const times = { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
  if (!organization)
    return { ...times, ...count([], { channels, before: noRoutes, after: wanted }, [], anyBook) };
  const [saved = noRoutes, rows, { records, isPartial }] = await Promise.all([
    readStored(ctx, organization),
    ctx.table.queryAll(rulesOf(organization), { eventually: true }),
    openedSince(ctx, organization, from, mostRouted),
  ]);
  const filters = [...wanted.routes, ...saved.routes].map(({ filter }) => filter);
  const deployments = await fleetNow(ctx, organization, filters);
  const book = bookOf(rows.flatMap((row) => readRule(row) ?? []));
  const counted = count(records, { channels, before: saved, after: wanted }, deployments, book);
  return { ...times, ...counted, isPartial };
}

const anyBook = bookOf([]);

interface Asked {
  channels: readonly Channel[];
  before: Routes;
  after: Routes;
}

/** Pure: what incidents would have done. */
function count(
  records: readonly IncidentRecord[],
  { channels, before, after }: Asked,
  deployments: readonly WatchedDeployment[],
  { routingOf }: RuleBook,
): Omit<RoutesPreview, "from" | "to"> {
  const on = channels.filter((channel) => channel.off === undefined && canSend(channel));
  const by = { before: countBy(before), after: countBy(after) };
  const ids = new Set(deployments.map(({ id }) => id));

  function countBy(routes: Routes) {
    const placesOf = placesBy(routes, deployments);
    const choose = (record: IncidentRecord) => chosenAt(routes, placesOf(record));
    const isRouted = routesTo<IncidentRecord>(on, routingOf, { choose, rest: routes.rest });
    const got = new Map<string, number>();
    const taken = routes.routes.map(() => 0);
    const result = { got, taken, rest: 0, nobody: 0 };
    for (const record of records) {
      const getting = on.filter(
        ({ id, minimum }) => !isWorse(minimum, record.severity) && isRouted(record, id),
      );
      for (const { id } of getting) got.set(id, (got.get(id) ?? 0) + 1);
      if (getting.length === 0) result.nobody += 1;
      if (routingOf(record.rule).channels !== null) continue;
      for (const place of placesOf(record))
        if (place === taken.length) result.rest += 1;
        else taken[place] = (taken[place] ?? 0) + 1;
    }
    return result;
  }

  const both = (name: "rest" | "nobody") => ({ before: by.before[name], after: by.after[name] });
  return {
    incidents: records.length,
    isPartial: false,
    byRule: records.filter(({ rule }) => routingOf(rule).channels !== null).length,
    recipients: channels.map(({ id, name }) => ({
      id,
      name,
      isOn: on.some((one) => one.id === id),
      before: by.before.got.get(id) ?? 0,
      after: by.after.got.get(id) ?? 0,
    })),
    routes: by.after.taken,
    rest: both("rest"),
    nobody: both("nobody"),
    unknown: records.filter((record) => isGone(record, ids)).length,
  };
}

/** Whether an incident was about deployments, and none of them is in the fleet any more. */
function isGone({ members }: IncidentRecord, ids: ReadonlySet<string>): boolean {
  const subjects = affectedBy(members).filter(isDeployment);
  return subjects.length > 0 && subjects.every(({ id }) => !ids.has(id));
}
