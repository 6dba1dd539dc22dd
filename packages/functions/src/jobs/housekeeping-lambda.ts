import { composeAws } from "../compose.ts";
import { housekeeping } from "./housekeeping.ts";
import { doJobs, queueEvent } from "./worker.ts";

const services = composeAws(process.env);

/** Its queue calls it. */
export const handler = (event: unknown) => doJobs(services, queueEvent.parse(event), housekeeping);
