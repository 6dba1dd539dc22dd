import { useState } from "react";
import type { NewRedisCloud } from "../../../api/sources/redis-cloud-changes.ts";
import { accountsWithAccess, createCloudKey, type KeyAccount } from "../../../provider/cloud-keys.ts";
import { currentUser } from "../../../session/session.ts";

export type StepState = "pending" | "loading" | "completed" | "error";

interface Progress {
  fetching: StepState;
  creating: StepState;
}

/** The same error with a sentence for the person. */
const described = (error: unknown) =>
  error instanceof Error && error.message !== ""
    ? error
    : new Error("Unknown error occurred", { cause: error });

/**
 * The two steps of the wizard. Both throw an Error with a sentence. Their results are kept in this state
 * only.
 */
export function useKeyWizard(onCreated: (created: NewRedisCloud) => void) {
  const [progress, setProgress] = useState<Progress>({ fetching: "pending", creating: "pending" });
  const [accounts, setAccounts] = useState<KeyAccount[]>();

  async function fetchAccounts(name: string): Promise<void> {
    setProgress({ fetching: "loading", creating: "pending" });
    const found = await accountsWithAccess().catch((error: unknown) => {
      setProgress({ fetching: "error", creating: "pending" });
      throw described(error);
    });
    setAccounts(found);
    setProgress({ fetching: "completed", creating: "pending" });
    const [only] = found;
    if (only && found.length === 1) await create(only, name);
  }

  async function create(account: KeyAccount, name: string): Promise<void> {
    setProgress({ fetching: "completed", creating: "loading" });
    try {
      const secret = await createCloudKey(account, name, currentUser()?.redisCloudId ?? "");
      setProgress({ fetching: "completed", creating: "completed" });
      const { id, accessKey } = account;
      onCreated({ name, apiKey: accessKey, apiSecret: secret, redisCloudAccountId: id });
    } catch (error) {
      setProgress({ fetching: "completed", creating: "error" });
      throw described(error);
    }
  }

  return { ...progress, accounts, fetchAccounts, create };
}
