import { useState } from "react";
import { currentUser } from "../../../session/session.ts";
import { accountsWithAccess, createCloudKey, type KeyAccount } from "../../../provider/cloud-keys.ts";
import type { NewRedisCloud } from "../../../api/redis-cloud.ts";

export type StepState = "pending" | "loading" | "completed" | "error";

interface Progress {
  fetching: StepState;
  creating: StepState;
  error: string | undefined;
}

const beginning: Progress = { fetching: "pending", creating: "pending", error: undefined };

const sentenceOf = (error: unknown) =>
  error instanceof Error && error.message !== "" ? error.message : "Unknown error occurred";

/** The two steps of the wizard. What they find lives in this state and goes with it. */
export function useKeyWizard(onCreated: (created: NewRedisCloud) => void) {
  const [progress, setProgress] = useState(beginning);
  const [accounts, setAccounts] = useState<KeyAccount[]>();
  const running = progress.fetching === "loading" || progress.creating === "loading";

  async function fetchAccounts(name: string) {
    setProgress({ ...beginning, fetching: "loading" });
    try {
      const found = await accountsWithAccess();
      setAccounts(found);
      setProgress({ ...beginning, fetching: "completed" });
      const [only] = found;
      if (only && found.length === 1) await create(only, name);
    } catch (error) {
      setProgress({ ...beginning, fetching: "error", error: sentenceOf(error) });
    }
  }

  async function create(account: KeyAccount, name: string) {
    setProgress({ fetching: "completed", creating: "loading", error: undefined });
    try {
      const secret = await createCloudKey(account, name, currentUser()?.redisCloudId ?? "");
      setProgress({ fetching: "completed", creating: "completed", error: undefined });
      const { id, accessKey } = account;
      onCreated({ name, apiKey: accessKey, apiSecret: secret, redisCloudAccountId: id });
    } catch (error) {
      setProgress({ fetching: "completed", creating: "error", error: sentenceOf(error) });
    }
  }

  return { ...progress, running, accounts, fetchAccounts, create };
}
