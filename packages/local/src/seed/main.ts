import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Services, MemberContext } from "@shardwatch/core/access/context";
import { chosenOrganization, type OrganizationId } from "@shardwatch/core/access/scope";
import { provisionMember } from "@shardwatch/core/account/sign-in";
import { everyId, nameOf } from "@shardwatch/core/organization/organization";
import { Cleanup } from "@shardwatch/server/machine/cleanup";
import { composeLocal } from "../compose.ts";
import { lockDataFolder } from "@shardwatch/server/machine/data-lock";
import { databaseFile, type DatabaseAddress, readAddress } from "@shardwatch/server/database/address";
import { connect, startDatabase } from "@shardwatch/server/database/database";
import { describeFailure, StartFailure } from "@shardwatch/server/machine/failure";
import { createLog } from "@shardwatch/server/machine/log";
import { createQueue } from "@shardwatch/server/jobs/queue";
import { readSettings } from "../settings.ts";
import { addFleet } from "./fleets.ts";
import { as, founder, identityOf, seedPeople } from "./people.ts";
import { fleetsBeside, seedOnce } from "./seed.ts";

/*
 * Fills the local product, running or not: `npm run seed -- --deployments 10000 [--organization NAME]`.
 */

const usage = 'npm run seed -- --deployments 10000 [--organization "Large fleet"]';
const most = 100_000;

function readArguments(): { count: number; organization: string } {
  const options = { deployments: { type: "string" }, organization: { type: "string" } } as const;
  const { deployments = "", organization = "Large fleet" } = parsed(options);
  const count = Number(deployments);
  if (!/^\d+$/.test(deployments) || count < 1 || count > most)
    throw new StartFailure(`--deployments: must be a number from 1 to ${most}.\n${usage}`);
  if (slugOf(organization) === "" || organization.length > 100)
    throw new StartFailure(`--organization: must be a name of at most 100 letters and digits.\n${usage}`);
  return { count, organization };
}

function parsed(options: Record<"deployments" | "organization", { type: "string" }>) {
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    throw new StartFailure(`${(error as Error).message}\n${usage}`);
  }
}

const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");

/** The database of the product that runs on the data folder, or else one that is started for as long as this lasts. */
async function reachDatabase(dataFolder: string, cleanup: Cleanup): Promise<DatabaseAddress> {
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  try {
    cleanup.add(lockDataFolder(dataFolder));
  } catch (error) {
    const running = readAddress(dataFolder);
    if (running) return running;
    throw error;
  }
  const database = await startDatabase({ file: databaseFile(dataFolder), wall: "auto", shared: true });
  cleanup.add(() => database.stop());
  return database;
}

/** Somebody who may create keys in the organization of that name, which is founded when there is none. */
async function adminOf(services: Services, superAdmin: MemberContext, name: string): Promise<MemberContext> {
  const email = `${slugOf(name)}@example.com`;
  let after: OrganizationId | undefined;
  for (let more = true; more;) {
    const page = await everyId(services, after, 100);
    for (const id of page.ids) {
      const organization = chosenOrganization(superAdmin.actor, id);
      if (!organization || (await nameOf(services, organization)) !== name) continue;
      const admin = as(
        services,
        await provisionMember(services, identityOf(email), organization, ["ORG_ADMIN"]),
      );
      if (admin.actor.organizationId === organization) return admin;
      throw new StartFailure(`--organization: ${email} belongs to another organization than ${name}.`);
    }
    const last = page.ids.at(-1);
    after = last === undefined ? undefined : chosenOrganization(superAdmin.actor, last);
    more = page.more;
  }
  return await founder(services, email, name);
}

async function main(cleanup: Cleanup): Promise<void> {
  const { count, organization } = readArguments();
  const start = Date.now();
  const settings = readSettings(process.env);
  const address = await reachDatabase(settings.dataFolder, cleanup);
  const client = connect(address);
  cleanup.add(() => client.destroy());
  const log = createLog({ form: settings.log, verbose: false, write: (line) => console.error(line) });
  const services = composeLocal(settings, {
    client,
    tableName: address.tableName,
    log,
    queue: createQueue(),
  });
  const file = join(settings.dataFolder, "seed.json");
  const { superAdmin } = settings.seed ? (await seedOnce(services, file)).people : await seedPeople(services);
  const admin = await adminOf(services, superAdmin, organization);
  await addFleet(admin, fleetsBeside(file), { count, rare: false });
  const seconds = ((Date.now() - start) / 1_000).toFixed(1);
  console.log(
    `${count} deployments in the organization "${organization}" after ${seconds} s; ` +
      `its admin is ${slugOf(organization)}@example.com.`,
  );
}

const cleanup = new Cleanup();
try {
  await main(cleanup);
} catch (error) {
  console.error(describeFailure(error));
  process.exitCode = 1;
} finally {
  await cleanup.stopAll();
}
