import type { Services } from "../access/context.ts";
import { attemptsOf, count, countBelow, waitFor } from "../attempts/attempts.ts";
import { networkOf } from "../kit/network.ts";
import { Problem } from "../kit/problem.ts";
import type { Secret } from "../kit/secret.ts";
import { minute } from "../kit/time.ts";
import { recognize } from "./session.ts";

/*
 * Every sign-in asks the provider. Without a limit, made-up cookies could flood the provider through us. A
 * network counts only sessions that the provider refuses. Two hundred people behind one address may sign in
 * at nine, with cookies that expired overnight. They cause a few hundred refusals. A person whom the provider
 * recognizes is counted as a person. So is somebody with a session of ours while the network is over its limit.
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
  session: Secret | undefined,
): Promise<"network" | "person" | undefined> {
  const counters = [ofCookie(cookie), ...(address === undefined ? [] : [ofNetwork(address)])];
  const [byCookie = 0, byNetwork = 0] =
    (await unlessBusy(services, () => attemptsOf(services, counters))) ?? [];
  if (byCookie > 0) return "person";
  if (byNetwork < mostOfNetwork) return undefined;
  // Others behind the same address must not shut out who is signed in. A person has a limit of their own.
  const actor = session && (await recognize(services, session));
  if (!actor) return "network";
  return (await isWithinLimit(services, actor.accountId)) ? undefined : "person";
}

/** Whether the provider may be asked for this caller. `session`: their session of ours, if they have one. */
export async function mayAsk(services: Services, stranger: Stranger, session?: Secret): Promise<boolean> {
  return (await exhausted(services, stranger, session)) === undefined;
}

/** Throws tooMany when the provider may not be asked for this caller. `session`: as for `mayAsk`. */
export async function refuseTooMany(
  services: Services,
  stranger: Stranger,
  session: Secret | undefined,
): Promise<void> {
  const by = await exhausted(services, stranger, session);
  if (by) throw tooMany(services, by);
}

/** Counts what the provider refused, where it was asked. A refusal of our own cost nobody anything. */
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
  if (await isWithinLimit(services, redisCloudId)) return;
  await unlessBusy(services, () => count(services, ofCookie(cookie)));
  throw tooMany(services, "person");
}

/** Counts an attempt of a person, by any id of theirs. False for one above the limit. */
async function isWithinLimit(services: Services, id: string): Promise<boolean> {
  const answer = await unlessBusy(services, async () => ({
    taken: await countBelow(services, ofPerson(id), mostOfPerson),
  }));
  return !answer || answer.taken !== undefined;
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
