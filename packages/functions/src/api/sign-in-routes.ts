import { router } from "./route.ts";
import { openId } from "./routes/openid.ts";
import { passkeys } from "./routes/passkeys.ts";
import { signInLinks } from "./routes/sign-in-links.ts";

/** What the function `sign-in` answers: the ways in that are our own or lead to an OpenID provider. */
export const signInRoutes = router().route("/", openId).route("/", signInLinks).route("/", passkeys);
