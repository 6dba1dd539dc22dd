import type { House } from "../access/context.ts";
import { networkOf } from "../kit/network.ts";
import { Problem } from "../kit/problem.ts";
import type { Secret } from "../kit/secret.ts";
import { minute, second } from "../kit/time.ts";
import { ConditionFailed } from "../table/errors.ts";
import { addAttempts, keyOfAttempts, readAttempts } from "./attempts.table.ts";

/*
 * Every sign-in makes us ask the provider, so without a limit anybody could flood it through us with cookies that they
 * made up. Of a network only what came to nothing counts: two hundred people behind one address who all sign in at nine,
 * with cookies that ended overnight, are a few hundred; whoever is known counts as a person.
 */
const windowLength = 10 * minute;
const mostOfNetwork = 1_000;
const mostOfPerson = 300;

/** Somebody who has not said yet who they are. */
export interface Stranger {
  /** The IP address of the connection; undefined where it is not known, then no network is counted. */
  address: string | undefined;
  /** Their cookie of the provider. */
  cookie: Secret;
}

/**
 * Whose attempts are used up; undefined while the provider may be asked. Costs one read. When the storage is busy nobody's
 * are: a limit must not keep people out.
 */
async function exhausted(
  house: House,
  { address, cookie }: Stranger,
): Promise<"network" | "person" | undefined> {
  const end = windowEnd(house);
  const keys = [
    keyOfAttempts("cookie", cookie.reveal(), end),
    ...(address === undefined ? [] : [keyOfAttempts("network", networkOf(address), end)]),
  ];
  const rows = (await unlessBusy(house, () => house.table.batchGet(keys))) ?? [];
  const [ofCookie = 0, ofNetwork = 0] = rows.map(readAttempts);
  if (ofCookie > 0) return "person";
  return ofNetwork >= mostOfNetwork ? "network" : undefined;
}

/** Whether somebody may make us ask the provider. */
export async function mayAsk(house: House, stranger: Stranger): Promise<boolean> {
  return (await exhausted(house, stranger)) === undefined;
}

/** Throws tooMany for somebody who may not make us ask the provider. */
export async function refuseTooMany(house: House, stranger: Stranger): Promise<void> {
  const by = await exhausted(house, stranger);
  if (by) throw tooMany(house, by);
}

/** Counts a question to the provider that came to nothing. */
export async function countInVain(house: House, { address }: Stranger): Promise<void> {
  if (address === undefined) return;
  const end = windowEnd(house);
  const key = keyOfAttempts("network", networkOf(address), end);
  await unlessBusy(house, () => house.table.update(key, addAttempts(1, end)));
}

/**
 * Counts a sign-in of somebody whom the provider knows. Throws tooMany, and from then on this cookie is refused without
 * asking the provider.
 */
export async function countKnown(house: House, { cookie }: Stranger, redisCloudId: string): Promise<void> {
  const end = windowEnd(house);
  const key = keyOfAttempts("person", redisCloudId, end);
  const below = { attribute: "attempts", absentOr: "<", value: mostOfPerson } as const;
  try {
    await unlessBusy(house, () => house.table.update(key, addAttempts(1, end), [below]));
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    const spent = keyOfAttempts("cookie", cookie.reveal(), end);
    await unlessBusy(house, () => house.table.update(spent, addAttempts(1, end)));
    throw tooMany(house, "person");
  }
}

/** When the present window ends, Unix epoch in milliseconds. */
const windowEnd = (house: House): number => (Math.floor(house.clock.now() / windowLength) + 1) * windowLength;

const sentences = {
  network: "Too many sign-ins from your network have failed.",
  person: "You have signed in too often.",
};

function tooMany(house: House, by: keyof typeof sentences): Problem {
  house.log.warn("too many sign-ins", { by });
  const left = windowEnd(house) - house.clock.now();
  const minutes = Math.ceil(left / minute);
  const when = `Please try again in ${minutes} ${minutes === 1 ? "minute" : "minutes"}.`;
  return new Problem("tooMany", `${sentences[by]} ${when}`, {
    code: "TOO_MANY_SIGN_INS",
    retryAfterSeconds: Math.ceil(left / second),
  });
}

async function unlessBusy<T>(house: House, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Problem) || error.kind !== "unavailable") throw error;
    house.log.warn("sign-ins are not limited, the storage is busy");
    return undefined;
  }
}
