import { goesOut, isKnownChannel } from "../channel/words.ts";

/* The limits of routes. No schema is in this file. */

/** How many routes an organization can have, beside the last one. */
export const mostRoutes = 20;

/** How many days a preview looks back. */
export const routedDays = 30;

/** How many incidents of them a preview reads. */
export const mostRouted = 1_000;

/** Whether routes can lead to a channel of this kind. Members see what is critical in the application, whatever routes say. */
export const canBeRouted = ({ kind }: { kind: string }): boolean => !isKnownChannel(kind) || goesOut(kind);
