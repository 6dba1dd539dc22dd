import { together } from "./route.ts";
import { passkeys } from "./routes/passkeys.ts";
import { signInLinks } from "./routes/sign-in-links.ts";

/** What the function `sign-in` answers: the ways in that are our own. */
export const signInRoutes = together(signInLinks, passkeys);
