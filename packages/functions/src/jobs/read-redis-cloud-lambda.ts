import { composeAws } from "../compose.ts";
import { noExternalPorts } from "../external-ports.ts";
import { sealedKeyPorts } from "../sealed-key-ports.ts";
import { doJobs, queueEvent } from "./queue-event.ts";
import { readRedisCloud } from "./read-redis-cloud.ts";

const services = composeAws(process.env, (settings) => ({
  ...noExternalPorts(),
  ...sealedKeyPorts(settings),
}));

/** Its queue calls it. */
export const handler = (event: unknown) => doJobs(services, queueEvent.parse(event), readRedisCloud);
