import { type MiddlewareFunction, redirect } from "react-router-dom";
import { may } from "@shardwatch/core/contract/people/roles";
import { askWhoIAm } from "./me.ts";
import { keepingChoice } from "../lib/address/choice.ts";
import { paths } from "../lib/address/paths.ts";
import { type PageName, rights } from "../lib/address/urls.ts";
import { lastSession, rememberSession } from "./last-session.ts";
import { currentUser, currentUserMay, startSession } from "./session.ts";

/** The path and query of a request, to be restored after signing in. */
function pathOf(request: Request): string {
  const { pathname, search } = new URL(request.url);
  return `${pathname}${search}`;
}

/**
 * Admits only signed-in people. A new tab has no user yet, so it calls the API once. A 401 leads to the
 * session-ended page, or to the sign-in. When the call fails, the error page with its Retry is shown.
 */
export const requireSession: MiddlewareFunction = async ({ request }) => {
  if (currentUser()) return;
  const answer = await askWhoIAm();
  if (answer.outcome === "unavailable") throw answer.error;
  if (answer.outcome === "refused") throw redirect(wayIn(pathOf(request)));
  startSession(answer.user);
};

/** A browser without a former session has none that could have ended: it shows the sign-in. */
function wayIn(returnTo: string): string {
  if (lastSession() === undefined) return paths.login(returnTo);
  rememberSession("ended");
  return paths.sessionEnded(returnTo);
}

/**
 * Admits only people with the right that the page needs; others are redirected to the deployments. Use it below
 * requireSession.
 */
export function requireRightFor(page: PageName): MiddlewareFunction[] {
  const right = rights[page];
  if (right === undefined) return [];
  const guard: MiddlewareFunction = () => {
    const user = currentUser();
    if (!user || !may(user.roles, right)) throw redirect(paths.deployments());
  };
  return [guard];
}

/**
 * Keeps the organization that a super admin has chosen from page to page, whatever link leads there. The address of the
 * browser is still that of the former page, except after Back or a reload: then it is complete.
 */
export const keepOrganization: MiddlewareFunction = ({ request }) => {
  if (!currentUserMay("seeEveryOrganization")) return;
  const kept = keepingChoice(new URL(request.url), location);
  if (kept !== undefined) throw redirect(kept);
};
