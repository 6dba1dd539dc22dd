import { may } from "@shardwatch/core/contract/roles";
import type { User } from "@shardwatch/core/contract/user";
import { openSession } from "./auth.ts";
import { describeError, isTooMany } from "../lib/errors.ts";
import { askWhoIAm } from "./me.ts";
import { paths } from "../lib/paths.ts";
import { type Credentials, logInAtProvider, type Obstacle } from "../provider/login.ts";
import { startSession } from "./session.ts";

export interface SignInFailure {
  failure: string;
  /** What the person can do about it, where the provider told what is missing. */
  obstacle?: Obstacle | undefined;
}
export type SignIn = { user: User } | SignInFailure;

const failed = { failure: "Login failed. Please try again." };

/** Somebody with an obstacle gave the right password, so they are told the obstacle and nothing else. */
function refusal(obstacle: Obstacle | undefined): SignInFailure {
  return { failure: obstacle ? obstacleTexts[obstacle] : "Invalid email or password", obstacle };
}

const obstacleTexts: Record<Obstacle, string> = {
  "second-step": "This account needs a second step to sign in.",
  "not-activated": "This account is not activated yet.",
};

/** Signs in with email and password: at the provider, then at the API. Never rejects. */
export async function signIn(credentials: Credentials): Promise<SignIn> {
  try {
    const answer = await logInAtProvider(credentials);
    if (answer.outcome === "refused") return refusal(answer.obstacle);
    if (answer.outcome === "failed") return failed;
    await openSession();
  } catch (error) {
    console.error("Signing in failed", error);
    return isTooMany(error) ? { failure: describeError(error).headline } : failed;
  }
  const answer = await askWhoIAm();
  if (answer.outcome === "unavailable" && isTooMany(answer.error))
    return { failure: describeError(answer.error).headline };
  if (answer.outcome !== "known") return { failure: "Failed to get user information. Please try again." };
  startSession(answer.user);
  return { user: answer.user };
}

/** The user of a session that exists already, in another tab or at the provider; undefined when there is none. */
export async function findSession(): Promise<User | undefined> {
  try {
    await openSession();
  } catch {
    return undefined; // nobody is signed in, or it cannot be told: the form is there either way
  }
  const answer = await askWhoIAm();
  if (answer.outcome !== "known") return undefined;
  startSession(answer.user);
  return answer.user;
}

/** Where a person starts after signing in. */
export function landing(user: User): string {
  return may(user.roles, "useAdminArea") ? paths.admin() : paths.deployments();
}
