import { composeAws } from "../compose.ts";
import { noExternalPorts } from "../external-ports.ts";
import { evaluate } from "./evaluate.ts";
import { doJobs, queueEvent } from "./queue-event.ts";

const services = composeAws(process.env, noExternalPorts);

/** Its queue calls it. */
export const handler = (event: unknown) => doJobs(services, queueEvent.parse(event), evaluate);
