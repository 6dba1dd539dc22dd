import { licenseAndSupport as schemas } from "../contract/assistants/lists.ts";
import type { Cell } from "../contract/assistants/parts.ts";
import { joinedBy } from "../contract/filter/compile.ts";
import type { Filter } from "../contract/filter/filter.ts";
import { supportAsOf } from "../contract/support/end-of-support.ts";
import type { FleetDatabase } from "../deployment/fleet/database.ts";
import { databasesInOrder } from "../deployment/fleet/databases.ts";
import { joinsFor } from "../deployment/read/joins.ts";
import { openTroubles } from "../incident/open-troubles.ts";
import { day, daysUntil } from "../kit/time.ts";
import { everyJoin } from "../outlook/joins.ts";
import { readFilter, wordsOf } from "./ask.ts";
import { type Listed, listDeployments, notesOf, ownIn } from "./listed.ts";
import { sortedBy } from "./order.ts";
import { pageOf } from "./page.ts";
import { type AssistantContext, tool } from "./tool.ts";

/** Something that ends on a day. */
interface Dated {
  /** Unix epoch in milliseconds. */
  end: number;
  left: number;
  kind: "license" | "certificate" | "support";
  deployment: string;
  name: string;
  version: string | null;
  /** How many have the version. */
  databases: number | null;
}

export const licenseAndSupport = tool({
  name: "license_and_support",
  title: "Licenses, certificates and end of support",
  description:
    "Lists by date which licenses of Redis Enterprise and TLS certificates end or expire within some days, and which versions lose their support (end of life) soon or have lost it.",
  ...schemas,
  async answer(ctx, { days, filter: text, limit, cursor }) {
    const filter = readFilter(text);
    const [listed, databases] = await Promise.all([listDeployments(ctx, filter), matching(ctx, filter)]);
    const now = ctx.clock.now();
    const known = new Set(listed.found.map(({ item }) => item.id));
    const dated = [
      ...listed.found.flatMap(licenseOf),
      ...certificatesOf(databases, known, now),
      ...supportOf(databases, now),
    ].filter(({ left }) => left <= days);
    const idOf = ({ kind, deployment, version }: Dated) => `${deployment} ${kind} ${version}`;
    const all = sortedBy(dated, ({ end }) => end, "asc", idOf);
    const { rows, extent } = pageOf(all, {
      asked: [days, text],
      limit,
      cursor,
      idOf,
      rowOf: ({ end, left, kind, deployment, name, version, databases: count }): Cell[] => [
        new Date(end).toISOString().slice(0, 10),
        left,
        kind,
        deployment,
        name,
        version,
        count,
      ],
    });
    return {
      structured: {
        as_of: new Date(now).toISOString(),
        support_as_of: supportAsOf,
        ...extent,
        notes: notesOf(0, "", listed.unsure),
        data: {
          filter: wordsOf(filter),
          columns: ["date", "days_left", "kind", "deployment", "name", "version", "databases"],
          rows,
        },
      },
    };
  },
});

async function matching(ctx: AssistantContext, filter: Filter): Promise<FleetDatabase[]> {
  const { found } = await databasesInOrder(ctx, ownIn(ctx), {
    filter,
    sort: "name",
    order: "asc",
    incidents: openTroubles,
    joins: joinsFor(everyJoin, joinedBy(filter)),
  });
  return found;
}

function licenseOf({ item, facts }: Listed): Dated[] {
  const end = Date.parse(item.license?.expirationDate ?? "");
  if (facts.licenseDays == null || Number.isNaN(end)) return [];
  const about = { kind: "license", version: null, databases: null } as const;
  return [{ ...about, end, left: facts.licenseDays, deployment: item.id, name: item.name }];
}

/** @param known the deployments that the filter matches */
function certificatesOf(databases: readonly FleetDatabase[], known: ReadonlySet<string>, now: number) {
  const items = new Map(databases.map(({ deployment: { item } }) => [item.id, item]));
  return [...items.values()].flatMap(({ id, name, certificateEnd }): Dated[] => {
    const end = Date.parse(certificateEnd ?? "");
    if (Number.isNaN(end) || !known.has(id)) return [];
    const about = { kind: "certificate", version: null, databases: null } as const;
    return [{ ...about, end, left: daysUntil(end, now), deployment: id, name }];
  });
}

/** One for each version of a deployment whose end is stated. */
function supportOf(databases: readonly FleetDatabase[], now: number): Dated[] {
  const today = Math.floor(now / day);
  const dated = databases.flatMap(({ facts, deployment: { item } }): Dated[] => {
    const left = facts.supportDays;
    if (left == null) return [];
    const about = { kind: "support", version: facts.database.version, databases: 1 } as const;
    return [{ ...about, end: (today + left) * day, left, deployment: item.id, name: item.name }];
  });
  const groups = Map.groupBy(dated, ({ deployment, version, end }) => `${deployment} ${version} ${end}`);
  return [...groups.values()].flatMap(([first, ...others]) =>
    first ? [{ ...first, databases: 1 + others.length }] : [],
  );
}
