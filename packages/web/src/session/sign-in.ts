import { may } from "@shardwatch/core/contract/roles";
import type { User } from "@shardwatch/core/contract/user";
import { openSession } from "../api/auth.ts";
import { askWhoIAm } from "../api/me.ts";
import { paths } from "../lib/paths.ts";
import { type Credentials, logInAtProvider } from "../provider/login.ts";
import { startSession } from "./session.ts";

export type SignIn = { user: User } | { failure: string };

const failed = { failure: "Login failed. Please try again." };

/** Signs in with email and password: at the provider, then at the API. Never rejects. */
export async function signIn(credentials: Credentials): Promise<SignIn> {
  try {
    const status = await logInAtProvider(credentials);
    if (status === 401) return { failure: "Invalid email or password" };
    if (status >= 300) return failed;
    await openSession();
  } catch (error) {
    console.error("Signing in failed", error);
    return failed;
  }
  const answer = await askWhoIAm();
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
