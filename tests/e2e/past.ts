import type { Locator, Page } from "@playwright/test";
import { organizationOfJob } from "@shardwatch/core/access/scope.trusted";
import type { SlotColumn } from "@shardwatch/core/contract/report/slot-columns";
import type { DeploymentSource } from "@shardwatch/core/contract/source/source";
import { deploymentId } from "@shardwatch/core/deployment/rows/observation";
import { slotAt } from "@shardwatch/core/history/slots";
import { storeSlots } from "@shardwatch/core/history/store";
import { seen } from "./deployments.ts";
import type { TestProduct } from "./test-product.ts";

const agent = { kind: "agent", id: "key_01m1sp1aced000000000000000", instance: "agent00000000001" } as const;
const day = 86_400_000;
/** The slots of a day and a quarter. */
const slots = 360;

const databaseOf = (index: number) => ({
  id: String(index),
  name: `db-${index}`,
  status: "active",
  version: "7.2.4",
  memoryUsed: "1000",
  memoryLimit: "5000",
  tlsEnabled: true,
});

/** What a deployment did so many slots ago; undefined when nothing was heard. */
type Past = (slotsAgo: number) => { used: number } | undefined;

/** Figures of databases, of which each is a gibibyte above the one before. */
function columnsOf(count: number, used: number): { ids: string[] } & Partial<Record<SlotColumn, number[]>> {
  const ids = Array.from({ length: count }, (_, index) => String(index));
  const each = (figure: (index: number) => number) => ids.map((id) => figure(Number(id)));
  return {
    ids,
    used: each((index) => used + index * 2 ** 30),
    limit: each(() => 64 * 2 ** 30),
    ops: each((index) => 100 + index),
    clients: each(() => 7),
    hits: each(() => 90),
    misses: each(() => 10),
    evicted: each(() => 0.5),
    keys: each((index) => 1_000 + index),
    expiring: each(() => 250),
  };
}

interface PastDeployment {
  name: string;
  databases: number;
  past: Past;
}

/** The same of a Redis Cloud account, whose API has the memory only. */
const cloud = { kind: "redis-cloud", id: "past", instance: "-" } as const;

/**
 * Deployments that a source has reported for twenty days, with the five-minute values of the last thirty
 * hours.
 */
export async function withPast(
  product: TestProduct,
  deployments: readonly PastDeployment[],
  source: typeof agent | typeof secondAgent | typeof cloud = agent,
): Promise<void> {
  const { services, people } = product;
  const earlier = { ...services, clock: { ...services.clock, now: () => services.clock.now() - 20 * day } };
  const reported = deployments.map(({ name, databases }) => ({
    name,
    type: source.kind === "agent" ? ("STANDALONE" as const) : ("CLOUD" as const),
    databases: Array.from({ length: databases }, (_, index) => databaseOf(index)),
  }));
  await seen({ ...product, services: earlier }, source, reported);
  await seen(product, source, reported);
  const newest = slotAt(services.clock.now());
  const pastSlots = Array.from({ length: slots }, (_, index) => ({
    slot: newest - index - 1,
    deployments: deployments.flatMap(({ name, databases, past }) => {
      const figures = past(index + 1);
      if (figures === undefined) return [];
      const id = deploymentId(people.organization, source.kind, name);
      const { ids, used, limit, ...others } = columnsOf(databases, figures.used);
      const measured = { ids, ...(used && { used }), ...(limit && { limit }) };
      return [
        { id, status: "active", databases: source.kind === "agent" ? { ...measured, ...others } : measured },
      ];
    }),
  }));
  await storeSlots(services, organizationOfJob(people.organization), source, pastSlots);
}

/** Deployments of a Redis Cloud account. */
export const withCloudPast = (product: TestProduct, deployments: readonly PastDeployment[]): Promise<void> =>
  withPast(product, deployments, cloud);

/** Another agent, so that its reports say nothing of the deployments of the first. */
export const secondAgent = { ...agent, instance: "agent00000000002" } as const;

/** A deployment with one database, whose version has just changed. */
export async function withChange(
  product: TestProduct,
  deployment: PastDeployment,
  version: string,
): Promise<void> {
  const { services } = product;
  // A report counts only if it is later than the one before, also where the product's time is held.
  const before = { ...services, clock: { ...services.clock, now: () => services.clock.now() - 2_000 } };
  await withPast({ ...product, services: before }, [deployment], secondAgent);
  await seen(product, secondAgent, [{ name: deployment.name, databases: [{ ...databaseOf(0), version }] }]);
}

/** The path of a deployment's page. */
export const pathOf = (
  { people }: TestProduct,
  name: string,
  query = "",
  kind: DeploymentSource = "agent",
): string => `/deployments/${deploymentId(people.organization, kind, name)}${query}`;

/** The section with the charts. */
export const historyOf = (page: Page): Locator => page.getByRole("region", { name: "History", exact: true });

/** Scrolls to the charts, which load only then. Until the deployment is known, the section is another one. */
export const comeToHistory = (page: Page): Promise<void> => page.locator("#history").scrollIntoViewIfNeeded();

/** A chart by the beginning of its name in words. */
export const figureOf = (page: Page, name: string): Locator =>
  page.getByRole("figure", { name: new RegExp(`^${name}`) });
