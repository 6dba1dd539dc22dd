import { webAuthentication } from "@shardwatch/core/adapters/web-authentication";
import { handle } from "hono/aws-lambda";
import { composeAws } from "../compose.ts";
import { signIn } from "../identity-port.ts";
import { serve } from "./serve.ts";
import { signInRoutes } from "./sign-in-routes.ts";

const services = composeAws(process.env, () => ({ webAuthentication }), signIn);

/** The routes by which people come in, but for those of a Redis Cloud account. */
export const handler = handle(serve(services, signInRoutes));
