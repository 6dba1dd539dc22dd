import { handle } from "hono/aws-lambda";
import { composeAws } from "../compose.ts";
import { programsRoutes } from "./programs-routes.ts";
import { serve } from "./serve.ts";

/** The routes about programs. */
export const handler = handle(serve(composeAws(process.env), programsRoutes));
