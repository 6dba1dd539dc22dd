import { traits } from "../packages/core/src/contract/source/source.ts";
import { queueUrls, sendingTo, trialFunction, tryingRoles } from "./jobs.ts";
import { lambda } from "./lambda.ts";
import { indexArn, tableActions, tableArn } from "./table.ts";
import { sealing, vaultKeyArn } from "./vault.ts";

const folders = [
  "/accounts",
  "/organizations",
  "/invitations",
  "/channels",
  ...traits("routes").filter((routes) => routes !== null),
];

/** The gateway's routes about people, organizations, the accounts that we read, and channels. */
export const manageRoutes = [
  "ANY /me/organization",
  "ANY /me/organization/{proxy+}",
  "ANY /me/invitations",
  "ANY /me/mail",
  "POST /sign-in/links",
  "ANY /mail/{account}/{token}",
  ...folders.flatMap((folder) => [`ANY ${folder}`, `ANY ${folder}/{proxy+}`]),
];

/** Answers them. Only this function of the API may seal customers' keys, have roles tried, and queue readings and tests. */
export const manage = new sst.aws.Function(
  "Manage",
  lambda(
    "manage",
    [
      { actions: [...tableActions, "dynamodb:ConditionCheckItem"], resources: [tableArn] },
      { actions: ["dynamodb:Query"], resources: [indexArn] },
      sendingTo("read-redis-cloud", "read-elasticache", "deliver"),
      sealing,
      ...tryingRoles,
    ],
    { ...queueUrls, ...trialFunction, VAULT_KEY_ID: vaultKeyArn },
  ),
);
