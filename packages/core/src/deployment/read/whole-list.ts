import type { Services } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import { isRead } from "../../contract/source.ts";
import { cleanJson } from "../../kit/foreign-text.ts";
import { deploymentsOf, instanceOfPulse, pulsesOf, sourceOfPulse } from "../rows/deployment.keys.ts";
import { summaryKind } from "../rows/deployment.table.ts";
import { databasesIn, idOfEntry, type PulseEntry } from "../rows/figures.ts";
import { silentAfter } from "../rows/freshness.ts";
import { idOf, refresh } from "../rows/item-text.ts";
import { type LatestFigures, latestFigures } from "../rows/latest-figures.ts";
import { pulseKind } from "../rows/pulse.table.ts";

/** An agent with the deployments that it owns. */
export interface Agent {
  /** Source and instance, as `ownerOf` writes them. */
  owner: string;
  /** Ids of deployments. */
  deployments: ReadonlySet<string>;
  databases: number;
}

/** All deployments of an organization, for jobs. */
export interface WholeList {
  /** Each item of the list as JSON text, in the order of the list. */
  items: string[];
  /** Ids of the deployments whose source is not silent, and measured their memory in its last report. */
  measured: ReadonlySet<string>;
  agents: Agent[];
}

interface ListedPulse {
  sk: string;
  receivedAt: number;
  entries: string;
}

const listPart = pulseKind.part("receivedAt", "entries", "kind");

/**
 * What a list shows, for all of an organization at once: one Query of the summaries and one of the pulses, both
 * eventually consistent. 100 deployments cost about 12 read units.
 */
export async function wholeList(services: Services, organization: OrganizationId): Promise<WholeList> {
  const { attributes, read } = listPart;
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
    agents: agentsOf(
      pulses.filter(({ kind }) => !isRead(kind)),
      latest,
    ),
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

/**
 * The pages of each agent together. The pulse of a former owner holds a deployment until its next report, so the newest
 * pulse counts.
 */
function agentsOf(pulses: readonly ListedPulse[], latest: ReadonlyMap<string, LatestFigures>): Agent[] {
  const pages = Map.groupBy(pulses, ({ sk }) => `${sourceOfPulse(sk)}#${instanceOfPulse(sk)}`);
  return [...pages].map(([owner, own]) => {
    const all = own.map(({ receivedAt, entries }) => ({
      receivedAt,
      entries: JSON.parse(entries) as PulseEntry[],
    }));
    const ids = all.flatMap(({ receivedAt, entries }) =>
      entries.map(idOfEntry).filter((id) => latest.get(id)?.receivedAt === receivedAt),
    );
    const databases = all.reduce((sum, { entries }) => sum + databasesIn(entries), 0);
    return { owner, deployments: new Set(ids), databases };
  });
}
