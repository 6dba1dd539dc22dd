import { constants, setPriority } from "node:os";
import { join } from "node:path";
import { composeLocal } from "../compose.ts";
import { readAddress } from "@shardwatch/server/database/address";
import { connect } from "@shardwatch/server/database/database";
import { createLog } from "@shardwatch/server/machine/log";
import { createQueue } from "@shardwatch/server/jobs/queue";
import { readSettings } from "../settings.ts";
import { seedPastOnce } from "./past-once.ts";
import { seedOnce } from "./seed.ts";

/*
 * Stores the past of the demo fleets in the product that runs on the data folder. It is a process of its own with a low
 * priority, so that no screen waits for it. It may be ended at any time.
 */

setPriority(constants.priority.PRIORITY_LOW);
const settings = readSettings(process.env);
const address = readAddress(settings.dataFolder);
if (!address) throw new Error("no product runs on the data folder");
const client = connect(address);
const log = createLog({ form: settings.log, verbose: false, write: (line) => console.error(line) });
const { tableName } = address;
const services = composeLocal(settings, { client, tableName, log, queue: createQueue() });
const file = join(settings.dataFolder, "seed.json");
const { people, seed } = await seedOnce(services, file);
await seedPastOnce(people.superAdmin, seed, file);
client.destroy();
