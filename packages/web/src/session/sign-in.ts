import { may } from "@shardwatch/core/contract/people/roles";
import type { User } from "@shardwatch/core/contract/people/user";
import { openSession } from "./auth.ts";
import { describeError, isTooMany } from "../lib/errors.ts";
import { askWhoIAm } from "./me.ts";
import { startsOnOverview } from "../lib/address/start-page.ts";
import { paths } from "../lib/address/paths.ts";
import { type Credentials, logInAtProvider, type Obstacle } from "../provider/login.ts";
import { startSession } from "./session.ts";

/** A sign-in failed; the message is a sentence for the person. */
export class SignInError extends Error {
  /** What the provider still requires. The password was right. */
  readonly obstacle: Obstacle | undefined;

  constructor(message: string, options: { cause?: unknown; obstacle?: Obstacle | undefined } = {}) {
    super(message, { cause: options.cause });
    this.name = "SignInError";
    this.obstacle = options.obstacle;
  }
}

const failed = "Login failed. Please try again.";

const obstacleTexts: Record<Obstacle, string> = {
  "second-step": "This account uses two-factor sign-in.",
  "not-activated": "Activate your account first.",
};

/** The API's sentence when it asks to wait, else the given one. */
function failure(sentence: string, cause: unknown): SignInError {
  return new SignInError(isTooMany(cause) ? describeError(cause).headline : sentence, { cause });
}

async function logIn(credentials: Credentials): Promise<void> {
  const answer = await logInAtProvider(credentials).catch((error: unknown) => {
    console.error("Signing in failed", error);
    throw failure(failed, error);
  });
  if (answer.outcome === "failed") throw new SignInError(failed);
  if (answer.outcome === "accepted") return;
  const { obstacle } = answer;
  throw new SignInError(obstacle ? obstacleTexts[obstacle] : "Invalid email or password", { obstacle });
}

/**
 * Signs in with email and password: at the provider, then at the API.
 * @throws SignInError with a sentence for the person
 */
export async function signIn(credentials: Credentials): Promise<User> {
  await logIn(credentials);
  await openSession().catch((error: unknown) => {
    console.error("Signing in failed", error);
    throw failure(failed, error);
  });
  const answer = await askWhoIAm();
  if (answer.outcome !== "known")
    throw failure(
      "Failed to get user information. Please try again.",
      answer.outcome === "unavailable" ? answer.error : undefined,
    );
  startSession(answer.user);
  return answer.user;
}

/** The user of an existing session, from another tab or the provider; undefined when there is none. */
export async function findSession(): Promise<User | undefined> {
  try {
    await openSession();
  } catch {
    return undefined; // not signed in, or unknown: both show the form
  }
  const answer = await askWhoIAm();
  if (answer.outcome !== "known") return undefined;
  startSession(answer.user);
  return answer.user;
}

/** The person's start page after signing in. */
export function landing(user: User): string {
  if (startsOnOverview()) return paths.overview();
  return may(user.roles, "useAdminArea") ? paths.admin() : paths.deployments();
}
