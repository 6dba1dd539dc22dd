import { handle } from "hono/aws-lambda";
import { composeAws } from "../compose.ts";
import { mcp } from "./routes/mcp.ts";
import { serve } from "./serve.ts";

/** The protocol of assistants. */
export const handler = handle(serve(composeAws(process.env), mcp));
