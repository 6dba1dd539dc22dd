import { composeAws } from "../compose.ts";
import { sealedKeyPorts } from "../sealed-key-ports.ts";
import { readRedisCloud } from "./read-redis-cloud.ts";
import { doJobs, queueEvent } from "./worker.ts";

const services = composeAws(process.env, sealedKeyPorts);

/** Its queue calls it. */
export const handler = (event: unknown) => doJobs(services, queueEvent.parse(event), readRedisCloud);
