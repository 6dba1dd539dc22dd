import type { Services } from "../access/context.ts";
import { attemptsOf, count, countBelow, waitFor } from "../attempts/attempts.ts";
import { networkOf } from "../kit/network.ts";
import { Problem } from "../kit/problem.ts";
import type { Secret } from "../kit/secret.ts";
import { minute } from "../kit/time.ts";

/*
 * Every sign-in asks the provider. Without a limit, made-up cookies could flood the provider through us. A
 * network counts only sessions that the provider refuses. Two hundred people behind one address may sign in
 * at nine, with cookies that expired overnight. They cause a few hundred refusals. A person whom the provider
 * recognizes is counted as a person.
 */
const window = 10 * minute;
const mostOfNetwork = 1_000;
const mostOfPerson = 300;

const ofNetwork = (address: string) => ({ what: "network", name: networkOf(address), window });
const ofPerson = (redisCloudId: string) => ({ what: "person", name: redisCloudId, window });
const ofCookie = (cookie: Secret) => ({ what: "cookie", name: cookie.reveal(), window });

/** A caller who is not identified yet. */
export interface Stranger {
  /** The IP address of the connection. Undefined where it is not known; then no network is counted. */
  address: string | undefined;
  /** Their cookie of the provider. */
  cookie: Secret;
}

/**
 * The limit that is reached; undefined while the provider may be asked. Costs one read. No limit counts while
 * the storage is busy, because a limit must not keep people out.
 */
async function exhausted(
  services: Services,
  { address, cookie }: Stranger,
): Promise<"network" | "person" | undefined> {
  const counters = [ofCookie(cookie), ...(address === undefined ? [] : [ofNetwork(address)])];
  const [byCookie = 0, byNetwork = 0] =
    (await unlessBusy(services, () => attemptsOf(services, counters))) ?? [];
  if (byCookie > 0) return "person";
  return byNetwork >= mostOfNetwork ? "network" : undefined;
}

/** Whether the provider may be asked for this caller. */
export async function mayAsk(services: Services, stranger: Stranger): Promise<boolean> {
  return (await exhausted(services, stranger)) === undefined;
}

/** Throws tooMany when the provider may not be asked for this caller. */
export async function refuseTooMany(services: Services, stranger: Stranger): Promise<void> {
  const by = await exhausted(services, stranger);
  if (by) throw tooMany(services, by);
}

/** Counts a session that the provider refused. */
export async function countRefused(services: Services, { address }: Stranger): Promise<void> {
  if (address === undefined) return;
  await unlessBusy(services, () => count(services, ofNetwork(address)));
}

/**
 * Counts a sign-in of a person whom the provider recognizes. Throws tooMany above the limit. From then on
 * this cookie is refused without asking the provider.
 */
export async function countKnown(
  services: Services,
  { cookie }: Stranger,
  redisCloudId: string,
): Promise<void> {
  const room = await unlessBusy(services, async () => ({
    taken: await countBelow(services, ofPerson(redisCloudId), mostOfPerson),
  }));
  if (!room || room.taken) return;
  await unlessBusy(services, () => count(services, ofCookie(cookie)));
  throw tooMany(services, "person");
}

const sentences = {
  network: "Too many sign-ins from your network have failed.",
  person: "You have signed in too often.",
};

function tooMany(services: Services, by: keyof typeof sentences): Problem {
  services.log.warn("too many sign-ins", { by });
  const { retryAfterSeconds, sentence } = waitFor(services, window);
  return new Problem("tooMany", `${sentences[by]} ${sentence}`, {
    code: "TOO_MANY_SIGN_INS",
    retryAfterSeconds,
  });
}

async function unlessBusy<T>(services: Services, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Problem) || error.kind !== "unavailable") throw error;
    services.log.warn("sign-ins are not limited, the storage is busy");
    return undefined;
  }
}
