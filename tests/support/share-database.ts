import { digest } from "@shardwatch/core/kit/hash";
import { withJobLease } from "@shardwatch/core/schedule/job-lease";
import { claimRun } from "@shardwatch/core/schedule/run";
import { rememberVaultKey } from "@shardwatch/core/vault-key/vault-key";
import type { World } from "./world.ts";

/** Several servers share this database: one has done a job, and one does another. */
export async function shareDatabase({ services }: World): Promise<void> {
  const { promise: never } = Promise.withResolvers<boolean>();
  const { promise: held, resolve: hold } = Promise.withResolvers<undefined>();
  const now = services.clock.now();
  await claimRun(services, "tick", Math.floor(now / 300_000));
  await rememberVaultKey(services, digest("a key"));
  const job = (organizationId: string) => ({ kind: "census", organizationId }) as const;
  await withJobLease(services, job("org_done"), now, () => Promise.resolve(true));
  void withJobLease(services, job("org_held"), now, () => {
    hold(undefined);
    return never;
  });
  await held;
}
