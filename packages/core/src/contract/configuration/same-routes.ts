import type { Routes } from "../incident/route.ts";

/** A text that equal routes have in common. The order of channels makes no difference. */
export const routesText = ({ routes, rest }: Routes): string =>
  JSON.stringify([
    routes.map(({ filter, channels, also }) => [filter, channels.toSorted(), also]),
    rest && rest.toSorted(),
  ]);
