import type { Services } from "@shardwatch/core/access/context";
import { hasAnybody } from "@shardwatch/core/account/account";
import { isEmail } from "@shardwatch/core/kit/email";
import { cleanText } from "@shardwatch/core/kit/foreign-text";
import { firstLink, linkFor, type LinkForEmail } from "@shardwatch/core/own-sign-in/links";
import { createTableClient } from "@shardwatch/core/table/client";
import { createElastiCache } from "@shardwatch/core/adapters/aws/elasticache";
import { foundationOf } from "@shardwatch/functions/compose";
import { noExternalPorts } from "@shardwatch/functions/external-ports";
import { composeProduct } from "../compose.ts";
import { StartFailure } from "../machine/failure.ts";
import { createLog } from "../machine/log.ts";
import { readSettings } from "../settings/settings.ts";
import type { Variables } from "../settings/read.ts";
import { askServer, type Reply } from "./socket.ts";

const minute = 60_000;

/** The link and its end, for a person at a terminal. */
const sentence = ({ url, expiresAt, organization }: LinkForEmail, now: number): string =>
  [
    url,
    `It works once, for ${Math.round((Date.parse(expiresAt) - now) / minute)} minutes.`,
    ...(organization === undefined ? [] : [`It signs in to the organization "${cleanText(organization)}".`]),
  ].join("\n");

/** Answers `link <email>` in the running server. */
export async function answerLink(
  services: Services,
  [name, email, ...more]: readonly string[],
): Promise<Reply> {
  if (name !== "link" || !isEmail(email) || more.length > 0)
    return { refused: `"${email ?? ""}" is no email. Write: shardwatch-server link you@example.com` };
  if (!services.identity.isOwn)
    return { refused: "People sign in at a provider here, so there are no sign-in links." };
  return { said: sentence(await linkFor(services, email), services.clock.now()) };
}

/**
 * The command `shardwatch-server link <email>`. The embedded database belongs to the running server, so that one is
 * asked. A table is written directly.
 * @returns what to print
 * @throws StartFailure with the reason
 */
export async function makeLink(variables: Variables, email: string): Promise<string> {
  const settings = readSettings(variables);
  if (!settings.table) return await askServer(settings.dataFolder, ["link", email]);
  const { name, region, endpoint } = settings.table;
  const client = createTableClient({ region, ...(endpoint !== undefined && { endpoint }) });
  try {
    const log = createLog({
      form: settings.log,
      verbose: false,
      write: (line) => process.stderr.write(`${line}\n`),
    });
    const ports = { ...foundationOf(client, name, log), ...noExternalPorts() };
    const elasticache = createElastiCache({ region: settings.awsRegion });
    const services = composeProduct(settings, { ...ports, elasticache });
    const reply = await answerLink(services, ["link", email]);
    if ("said" in reply) return reply.said;
    throw new StartFailure(reply.refused);
  } catch (error) {
    if (error instanceof StartFailure) throw error;
    throw new StartFailure(`TABLE_NAME: the table "${name}" can't be used. ${String(error)}`, {
      cause: error,
    });
  } finally {
    client.destroy();
  }
}

/** Writes the first link of a new installation to the log, where the person who started it finds it. */
export async function sayFirstLink(services: Services): Promise<void> {
  if (!services.identity.isOwn || (await hasAnybody(services))) return;
  const { url, expiresAt } = await firstLink(services);
  services.log.info("nobody has an account yet: open this link to sign in as the first", {
    url,
    until: expiresAt,
  });
}
