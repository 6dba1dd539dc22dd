import type { House } from "../access/context.ts";
import type { Job } from "../contract/job.ts";
import type { Key } from "../table/keys.ts";
import type { IntegrationRow } from "./row.ts";
import type { IntegrationKind } from "./kind.ts";

export type SyncJob = Extract<Job, { kind: "syncIntegration" }>;

/** The jobs that read every connected account of a kind, of all organizations. None while the feature is off. */
export async function dueSyncs<R extends IntegrationRow>(
  house: House,
  { source, index, isOn = () => true }: Pick<IntegrationKind<R>, "source" | "index" | "isOn">,
): Promise<SyncJob[]> {
  if (!isOn(house)) return [];
  const due: SyncJob[] = [];
  let after: (Key & { gsi1sk: string }) | undefined;
  do {
    const page = await house.table.find(index, after && { after });
    for (const { pk, gsi1sk } of page.keys)
      due.push({
        kind: "syncIntegration",
        source,
        organizationId: pk.slice("ORG#".length),
        integrationId: gsi1sk,
      });
    after = page.more ? page.keys.at(-1) : undefined;
  } while (after);
  return due;
}
