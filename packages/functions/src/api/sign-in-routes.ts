import { router } from "./route.ts";
import { signInLinks } from "./routes/sign-in-links.ts";

/** Sign-in without a provider, and what people prove it with. */
export const signInRoutes = router().route("/", signInLinks);
