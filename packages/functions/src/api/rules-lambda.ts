import { handle } from "hono/aws-lambda";
import { composeAws } from "../compose.ts";
import { rulesRoutes } from "./rules/routes.ts";
import { serve } from "./serve.ts";

/** The rules of organizations, and what they would have found. */
export const handler = handle(serve(composeAws(process.env), rulesRoutes));
