import type { Services } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import { cleanJson } from "../../kit/foreign-text.ts";
import { deploymentsOf, pulsesOf } from "../rows/deployment.keys.ts";
import { summaryKind } from "../rows/deployment.table.ts";
import { silentAfter } from "../rows/freshness.ts";
import { idOf, refresh } from "../rows/item-text.ts";
import { latestFigures } from "../rows/latest-figures.ts";
import { figuresPart } from "../rows/pulse.table.ts";
import { type ListedPulse, type Owner, ownersOf } from "./owners.ts";

/** All deployments of an organization, for jobs. */
export interface WholeList {
  /** Each item of the list as JSON text, in the order of the list. */
  items: string[];
  /** Ids of the deployments whose source is not silent, and measured their memory in its last report. */
  measured: ReadonlySet<string>;
  owners: Owner[];
}

/**
 * What a list shows, for all of an organization at once: one Query of the summaries and one of the pulses, both
 * eventually consistent. 100 deployments cost about 12 read units.
 */
export async function wholeList(services: Services, organization: OrganizationId): Promise<WholeList> {
  const { attributes, read } = figuresPart;
  const [texts, rows] = await Promise.all([
    everyText(services, organization),
    services.table.queryAll(pulsesOf(organization), { attributes, eventually: true }),
  ]);
  const pulses = rows.map((row) => ({ sk: row.sk, ...read(row) }));
  const latest = latestFigures(pulses);
  const now = services.clock.now();
  return {
    items: texts.map((text) => refresh(cleanJson(text), latest.get(idOf(text)), now)),
    measured: measuredIn(pulses.filter(({ kind, receivedAt }) => now - receivedAt <= silentAfter(kind))),
    owners: ownersOf(pulses, latest),
  };
}

const measuredIn = (pulses: readonly ListedPulse[]): Set<string> =>
  new Set([...latestFigures(pulses)].flatMap(([id, { figures }]) => (figures ? [id] : [])));

async function everyText({ table }: Services, organization: OrganizationId): Promise<string[]> {
  const texts: string[] = [];
  let after: string | undefined;
  do {
    const page = await table.queryTexts(deploymentsOf(organization), summaryKind.attribute.item, {
      after,
      eventually: true,
    });
    for (const text of page.rows) texts.push(text);
    after = page.last;
  } while (after !== undefined);
  return texts;
}
