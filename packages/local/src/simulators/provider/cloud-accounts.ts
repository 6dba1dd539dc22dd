import { randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";
import type { Faults } from "./faults.ts";
import { keep } from "./keep.ts";
import type { Person } from "./people.ts";

/** An account as the provider lists it. No API access: `api_access_key` is null, empty or missing. */
export interface CloudAccount {
  id: number;
  name: string;
  api_access_key?: string | null;
  has_paid: boolean;
}

/** A key of the cloud API. It belongs to the account that was current when it was made. */
export interface CloudApiKey {
  id: number;
  accountId: number;
  name: string;
  user_account: number;
  secret_key: string;
}

interface Kept {
  /** The id of the current account by person's id, where one was chosen. */
  current: Record<string, number>;
  keys: CloudApiKey[];
}

/** Cloud accounts, which of them is current for whom, and the keys that were made on them. */
export function createCloudAccounts(faults: Faults, file?: string) {
  const { state, save } = keep<Kept>({ current: {}, keys: [] }, file);

  function of({ account: { id, name } }: Person): CloudAccount[] {
    const own = { id, name, has_paid: true };
    switch (faults.accounts) {
      case "with-access":
      case "failing":
      case "signed-out":
      case "damaged":
        return [{ ...own, api_access_key: accessKeyOf(id) }];
      case "several":
        return [
          { ...own, id: id + 1, name: `${name} Sandbox`, api_access_key: null },
          { ...own, id: id + 2, name: `${name} Europe`, api_access_key: accessKeyOf(id + 2) },
          { ...own, api_access_key: accessKeyOf(id) },
        ];
      case "access-null":
        return [{ ...own, api_access_key: null }];
      case "access-missing":
        return [own];
      case "access-empty":
        return [{ ...own, api_access_key: "" }];
      case "none":
        return [];
    }
  }

  /** The account on which a key would be made now: the chosen one, or the person's own. */
  function currentOf(person: Person): CloudAccount | undefined {
    const list = of(person);
    const chosen = list.find(({ id }) => id === state.current[person.id]);
    return chosen ?? list.find(({ id }) => id === person.account.id);
  }

  /** @returns false when it is not one of the person's accounts */
  function choose(person: Person, id: number): boolean {
    if (!of(person).some((account) => account.id === id)) return false;
    state.current[person.id] = id;
    save();
    return true;
  }

  const hasKey = (accountId: number, name: string): boolean =>
    state.keys.some((key) => key.accountId === accountId && key.name === name);

  function addKey(accountId: number, name: string, user_account: number): CloudApiKey {
    const id = 1 + Math.max(0, ...state.keys.map((key) => key.id));
    const key = { id, accountId, name, user_account, secret_key: `S${randomBytes(20).toString("hex")}` };
    state.keys.push(key);
    save();
    return key;
  }

  /** The account that a key made here opens together with the account's own. */
  function opened(accessKey: string, secretKey: string): { id: number; name: string } | undefined {
    const key = state.keys.find((each) => each.secret_key === secretKey);
    if (!key || accessKeyOf(key.accountId) !== accessKey) return undefined;
    return { id: key.accountId, name: `Account ${key.accountId}` };
  }

  return { of, currentOf, choose, hasKey, addKey, opened };
}

export type CloudAccounts = ReturnType<typeof createCloudAccounts>;

/** The key of an account for the cloud API, always the same one. */
function accessKeyOf(id: number): string {
  const part = (text: string) => crc32(`${text} ${id}`).toString(16).padStart(8, "0");
  return `A${part("first")}${part("second")}${part("third")}`;
}
