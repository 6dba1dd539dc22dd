import type { Locator, Page } from "@playwright/test";
import type { License } from "@shardwatch/core/contract/deployment/deployment";
import {
  deploymentId,
  type Observation,
  type SourceInstance,
} from "@shardwatch/core/deployment/rows/observation";
import { authorityOfIntegration } from "@shardwatch/core/deployment/ingest/authority";
import { ingest } from "@shardwatch/core/deployment/ingest/ingest";
import type { TestProduct } from "./test-product.ts";

/** A deployment's row in the list: a table row, or a card in a small window. */
export const rowOf = (page: Page, name: string): Locator =>
  page
    .getByRole("row")
    .or(page.getByRole("listitem"))
    .filter({ has: page.getByRole("link", { name, exact: true }) });

/** The cell of a row in a column; waits until the row is there. */
export async function cellOf(page: Page, name: string, column: string): Promise<Locator> {
  await rowOf(page, name).waitFor();
  const headings = await page.getByRole("columnheader").allTextContents();
  const at = headings.indexOf(column);
  if (at === -1) throw new Error(`there is no column ${column}, only ${headings.join(", ")}`);
  return rowOf(page, name).getByRole("cell").or(rowOf(page, name).getByRole("rowheader")).nth(at);
}

/** A licence without any figure. */
export const emptyLicense: License = {
  activationDate: null,
  expirationDate: null,
  clusterName: null,
  owner: null,
  ramShardsInUse: 0,
  ramShardsLimit: 0,
  flashShardsInUse: 0,
  flashShardsLimit: 0,
  shardsLimit: 0,
  features: [],
};

/** Observes deployments as a source in an organization. They are active and otherwise empty. */
export async function seen(
  { services, people }: TestProduct,
  source: SourceInstance,
  deployments: ({ name: string } & Partial<Observation>)[],
  organization = people.organization,
): Promise<void> {
  const observations = deployments.map((deployment) => ({
    id: deploymentId(organization, source.kind, deployment.name),
    type: "STANDALONE" as const,
    status: "active",
    statusMessage: null,
    databases: [],
    license: null,
    cloudSubscription: null,
    enterpriseAdminUrl: null,
    ...deployment,
  }));
  const authority = authorityOfIntegration(people.admin.actor.accountId);
  await ingest(services, { organization, source, measuredAt: services.clock.now(), observations, authority });
}

/** The value below or beside a name, in tiles, cards and lists of facts. */
export const factOf = (where: Page | Locator, name: string): Locator =>
  where
    .locator("dt")
    .filter({ hasText: new RegExp(`^${name}$`) })
    .locator("xpath=following-sibling::dd[1]");
