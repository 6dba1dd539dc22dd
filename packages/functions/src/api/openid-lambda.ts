import { handle } from "hono/aws-lambda";
import { composeAws } from "../compose.ts";
import { noExternalPorts } from "../external-ports.ts";
import { signIn } from "../identity-port.ts";
import { openId } from "./routes/openid.ts";
import { serve } from "./serve.ts";

/** The routes by which people come in who sign in at an OpenID provider. */
export const handler = handle(serve(composeAws(process.env, noExternalPorts, signIn), openId));
