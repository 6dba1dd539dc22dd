import { webAuthentication } from "@shardwatch/core/adapters/web-authentication";
import { handle } from "hono/aws-lambda";
import { composeAws } from "../compose.ts";
import { ownSignIn } from "../own-identity-port.ts";
import { serve } from "./serve.ts";
import { signInRoutes } from "./sign-in-routes.ts";

const services = composeAws(process.env, () => ({ webAuthentication }), ownSignIn);

/** The routes of links and passkeys. */
export const handler = handle(serve(services, signInRoutes));
