import { together } from "../route.ts";
import { rehearsals } from "./rehearsals.ts";
import { routing } from "./routing.ts";
import { rules } from "./rules.ts";

/** What the function `rules` answers. Trying rules and routes on the past takes seconds, and takes no turn of the lists. */
export const rulesRoutes = together(rules, rehearsals, routing);
