import { queueUrls, sendingTo } from "./jobs.ts";
import { lambda } from "./lambda.ts";
import { domain } from "./settings.ts";
import { indexArn, tableArn } from "./table.ts";

/** It remembers in one row which minutes had a pass. Each minute it reports with a key of its own, as agents do. */
export const minuteSchedule = new sst.aws.CronV2("Minute", {
  schedule: "rate(1 minute)",
  function: lambda(
    "minute",
    [
      { actions: ["dynamodb:GetItem", "dynamodb:PutItem"], resources: [tableArn] },
      { actions: ["dynamodb:Query"], resources: [indexArn] },
      sendingTo("evaluate", "deliver", "housekeeping"),
    ],
    { ...queueUrls, API_URL: `https://api.${domain}` },
  ),
});
