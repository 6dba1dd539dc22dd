import type { Services } from "../access/context.ts";
import type { FailureLimit } from "../attempts/failures.ts";
import { refusedCredentials } from "../integration/limits.ts";
import { Problem } from "../kit/problem.ts";
import { Secret } from "../kit/secret.ts";
import { minute, second } from "../kit/time.ts";
import type { CloudAccount, CloudCredentials, CloudFailure } from "../ports/redis-cloud.ts";

/** Limits refused keys of Redis Cloud. */
export const refusedKeys: FailureLimit = {
  what: "refused keys",
  ...refusedCredentials,
  code: "TOO_MANY_REFUSED_KEYS",
  sentence: "Too many Redis Cloud keys were rejected.",
};

/** A person is waiting. One call more than needed is allowed, and no wait that the API requests. */
const trial = { calls: 4, time: 12 * second, waiting: 0 };

export const credentialsOf = (keys: { apiKey: string; apiSecret: string }): CloudCredentials => ({
  apiKey: new Secret(keys.apiKey),
  apiSecret: new Secret(keys.apiSecret),
});

/** Both keys as one encrypted text that opens only with this integration's id. */
export async function seal(services: Services, id: string, { apiKey, apiSecret }: CloudCredentials) {
  const text = JSON.stringify([apiKey.reveal(), apiSecret.reveal()]);
  return await services.vault.seal(new Secret(text), id);
}

export async function unseal(services: Services, id: string, sealed: string): Promise<CloudCredentials> {
  const [apiKey = "", apiSecret = ""] = JSON.parse(
    (await services.vault.open(sealed, id)).reveal(),
  ) as string[];
  return credentialsOf({ apiKey, apiSecret });
}

/**
 * The account of the keys. Redis Cloud is asked for the account and for its subscriptions, because valid keys
 * may lack the right to list them. Throws invalid with the fields when they are refused. Throws unavailable
 * when Redis Cloud gave no clear answer.
 */
export async function tryCredentials(
  services: Services,
  credentials: CloudCredentials,
): Promise<CloudAccount> {
  const reader = services.accounts["redis-cloud"].read(credentials, trial);
  const account = await reader.account();
  if (account.outcome !== "ok") throw refusal(account);
  const { id } = account.value;
  const lists = await Promise.all([reader.subscriptions("flexible", id), reader.subscriptions("fixed", id)]);
  for (const list of lists) if (list.outcome !== "ok" && list.outcome !== "off") throw refusal(list);
  return account.value;
}

function refusal(failure: CloudFailure): Problem {
  switch (failure.outcome) {
    case "denied":
      return new Problem("invalid", "Redis Cloud rejected these keys.", {
        code: "CREDENTIALS_REFUSED",
        details: [
          "apiKey: must be the account key of the Redis Cloud account",
          "apiSecret: must be a user key of the same account",
        ],
      });
    case "forbidden":
      return new Problem("invalid", "These keys can't read the account.", {
        code: "CREDENTIALS_REFUSED",
        details: [
          "apiSecret: must be the key of an owner or viewer, and its allow list must be empty or include us",
        ],
      });
    case "off":
      return new Problem("invalid", "The API is turned off for this Redis Cloud account.", {
        code: "CREDENTIALS_REFUSED",
        details: ["apiKey: must be of an account with API access"],
      });
    case "throttled":
      return new Problem("unavailable", "Redis Cloud is rate limiting us. Try again in a minute.", {
        retryAfterSeconds: minute / second,
      });
    case "unavailable":
      return new Problem("unavailable", `Couldn't reach Redis Cloud: ${failure.reason}.`, {
        retryAfterSeconds: 10,
      });
  }
}

/** Throws invalid when the keys belong to another account than expected. */
export function refuseOtherAccount(actual: string, expected: string | undefined): void {
  if (expected === undefined || expected === actual) return;
  throw new Problem("invalid", "These keys belong to another Redis Cloud account.", {
    code: "OTHER_ACCOUNT",
    details: [`apiKey: must be of the account ${expected}, not ${actual}`],
  });
}
