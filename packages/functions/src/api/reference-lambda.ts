import { handle } from "hono/aws-lambda";
import { composeAws } from "../compose.ts";
import { createApp } from "./app.ts";

/**
 * The document of the whole API, which is made from all its routes. The gateway leads no other route here, and
 * the function has no right to read anything.
 */
export const handler = handle(createApp(composeAws(process.env)));
