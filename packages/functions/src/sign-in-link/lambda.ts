import type { MadeLink } from "@shardwatch/core/contract/people/sign-in-link";
import { linkFor } from "@shardwatch/core/own-sign-in/links";
import * as z from "zod";
import { composeAws } from "../compose.ts";

const asked = z.object({ email: z.email() });

const services = composeAws(process.env);

/**
 * A sign-in link for this person. No address leads here: only who may invoke the function gets one, as on a machine who
 * may run the server's command.
 */
export const handler = async (event: unknown): Promise<MadeLink> =>
  await linkFor(services, asked.parse(event).email);
