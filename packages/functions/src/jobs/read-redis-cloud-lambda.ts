import { composeAws } from "../compose.ts";
import { sealedKeyPorts } from "../sealed-key-ports.ts";
import { doJobs, queueEvent } from "./queue-event.ts";
import { readRedisCloud } from "./read-redis-cloud.ts";

const services = composeAws(process.env, sealedKeyPorts);

/** Its queue calls it. */
export const handler = (event: unknown) => doJobs(services, queueEvent.parse(event), readRedisCloud);
