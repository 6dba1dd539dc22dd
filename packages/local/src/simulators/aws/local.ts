import { join } from "node:path";
import { Hono } from "hono";
import { keep } from "../provider/keep.ts";
import { changesOnlyFromHere } from "../provider/origin.ts";
import { createAwsSimulator } from "./app.ts";
import { awsConsole } from "./console.ts";
import { demoAccount, demoAccountId } from "./demo.ts";
import type { Mailbox } from "../mailbox.ts";
import { createSesSimulator } from "./ses.ts";
import { type AwsState, newAws, type Role } from "./state.ts";

/**
 * The AWS of the local run: one customer's account with some caches, and under /console what a person needs of AWS's own
 * console.
 * @param folder keeps the roles that were made, over a restart
 * @param mailbox takes the mails
 */
export function createLocalAws(folder: string | undefined, mailbox: Mailbox): Hono {
  const kept = keep<{ roles: Role[] }>({ roles: [] }, folder && join(folder, "aws.json"));
  const state: AwsState = newAws({
    roles: kept.state.roles,
    accounts: { [demoAccountId]: demoAccount },
  });
  const app = new Hono();
  app.use("/console/*", changesOnlyFromHere);
  app.route("/console", awsConsole(state, kept.save));
  app.route("/", createSesSimulator(mailbox).app);
  app.route("/", createAwsSimulator(state).app);
  return app;
}
