import { type MiddlewareFunction, redirect } from "react-router-dom";
import { may, type Right } from "@shardwatch/core/contract/roles";
import { askWhoIAm } from "./me.ts";
import { paths } from "../lib/paths.ts";
import { lastSession, rememberSession } from "./last-session.ts";
import { currentUser, startSession } from "./session.ts";

/** The path of a request with its query, as it is carried through signing in. */
function pathOf(request: Request): string {
  const { pathname, search } = new URL(request.url);
  return `${pathname}${search}`;
}

/**
 * Lets only signed-in people pass. A new tab knows nobody yet, so the API is asked once; only its "no" leads to
 * the session-ended page, or to the sign-in. When it cannot be asked, the error page with its Retry is shown.
 */
export const requireSession: MiddlewareFunction = async ({ request }) => {
  if (currentUser()) return;
  const answer = await askWhoIAm();
  if (answer.outcome === "unavailable") throw answer.error;
  if (answer.outcome === "refused") throw redirect(wayIn(pathOf(request)));
  startSession(answer.user);
};

/** Who has never been signed in on this browser has no session that could have ended: they come to the sign-in. */
function wayIn(returnTo: string): string {
  if (lastSession() === undefined) return paths.login(returnTo);
  rememberSession("ended");
  return paths.sessionEnded(returnTo);
}

/** Lets only people with the right pass; others are taken to the deployments. Stands below requireSession. */
export function requireRight(right: Right): MiddlewareFunction {
  return () => {
    const user = currentUser();
    if (!user || !may(user.roles, right)) throw redirect(paths.deployments());
  };
}
