import type { Context } from "hono";
import * as z from "zod";

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
