import type { User } from "@shardwatch/core/contract/people/user";
import { type LoaderFunctionArgs, redirect } from "react-router-dom";
import { returnToIn } from "../../lib/address/return-to.ts";
import { currentUser } from "../../session/session.ts";
import { landing } from "../../session/sign-in.ts";

/** The page after signing in: the one in the address's query, or the person's start page. */
export const afterSignIn = (user: User, query: URLSearchParams): string => returnToIn(query) ?? landing(user);

/** The loader of the sign-in pages: redirects people who are already signed in in this tab. */
export function leaveIfSignedIn({ request }: LoaderFunctionArgs) {
  const user = currentUser();
  return user ? redirect(afterSignIn(user, new URL(request.url).searchParams)) : null;
}
