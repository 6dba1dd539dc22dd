import { lambda } from "./lambda.ts";

/** The gateway's routes that describe the API. */
export const referenceRoutes = ["GET /openapi.json", "GET /reference"];

/** Answers them. It may read nothing. */
export const reference = new sst.aws.Function("Reference", lambda("reference", []));
