import type { Context } from "hono";
import * as z from "zod";

/*
 * What several simulated third parties can do wrong in the same way.
 */

export const choiceOf = <Name extends string>(choices: Readonly<Record<Name, string>>) =>
  z.enum(Object.keys(choices) as [Name, ...Name[]]);

/** Waits until the caller gives up; its connection then closes, and so does this wait. */
export async function neverAnswer(context: Context): Promise<Response> {
  await new Promise((resolve) => context.req.raw.signal.addEventListener("abort", resolve));
  return context.body(null, 503);
}

/** What some proxies put in the place of an answer. */
export function maintenance(context: Context): Response | Promise<Response> {
  return context.html("<!doctype html><title>Maintenance</title><p>We will be back soon.");
}

/** Where the fault "moved" redirects to, and how. */
export interface Moved {
  movedTo: string;
  movedStatus: number;
}

/** The statuses that a client may follow: 307 and 308 have it send method and body again. */
const statuses = [301, 302, 303, 307, 308] as const;

export const notMoved: Moved = { movedTo: "https://elsewhere.example/", movedStatus: 307 };

export const movedSettings = {
  movedTo: z.url({ protocol: /^https?$/ }),
  movedStatus: z.coerce.number().pipe(z.literal(statuses)),
};

/** Redirects to another address: credentials must not follow. */
export function movedAnswer(context: Context, { movedTo, movedStatus }: Moved): Response {
  return context.redirect(movedTo, movedStatus as (typeof statuses)[number]);
}
