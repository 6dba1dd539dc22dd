import { lambda } from "./lambda.ts";
import { tableActions, tableArn } from "./table.ts";

const folders = [
  "/access-key",
  "/tokens",
  "/device-logins",
  "/command-line-sessions",
  "/views",
  "/notifications",
];

/** The gateway's routes about tokens and agent keys, and the small lists for which other functions have no space. */
export const programsRoutes = [
  "DELETE /token",
  "ANY /assistants",
  "GET /audit",
  "GET /audit.csv",
  "GET /outlook/licenses",
  "GET /outlook/licenses.csv",
  ...folders.flatMap((folder) => [`ANY ${folder}`, `ANY ${folder}/{proxy+}`]),
];

/** Answers them. */
export const programs = new sst.aws.Function(
  "Programs",
  lambda("programs", [{ actions: [...tableActions, "dynamodb:ConditionCheckItem"], resources: [tableArn] }]),
);
