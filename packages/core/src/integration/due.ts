import type { Services } from "../access/context.ts";
import type { Job } from "../contract/job.ts";
import { organizationIn } from "../table/keys.ts";
import type { IntegrationRow } from "./row.ts";
import type { IntegrationKind } from "./kind.ts";

export type SyncJob = Extract<Job, { kind: "syncIntegration" }>;

/** The jobs that read every connected account of a kind, of all organizations. None while the feature is off. */
export async function dueSyncs<R extends IntegrationRow>(
  services: Services,
  { source, index, isOn = () => true }: Pick<IntegrationKind<R>, "source" | "index" | "isOn">,
): Promise<SyncJob[]> {
  if (!isOn(services)) return [];
  const keys = await services.table.findAll(index);
  return keys.map(({ pk, gsi1sk }) => ({
    kind: "syncIntegration",
    source,
    organizationId: organizationIn(pk),
    integrationId: gsi1sk,
  }));
}
