import { alarm, globalRegion } from "./alarm.ts";
import { apiId, functions } from "./api.ts";
import { distributionId } from "./web.ts";

export const webAlarms = [
  alarm(
    "WebErrors",
    "CloudFront answers five of a hundred requests for the web application with an error of its own or of S3",
    {
      namespace: "AWS/CloudFront",
      metricName: "5xxErrorRate",
      dimensions: { DistributionId: distributionId, Region: "Global" },
      statistic: "Average",
      region: globalRegion,
    },
    5, // per cent
  ),
  alarm(
    "ApiSlow",
    "One of twenty requests of people takes 3 seconds or more",
    {
      namespace: "AWS/Lambda",
      metricName: "Duration",
      dimensions: { FunctionName: functions.Api },
      extendedStatistic: "p95",
    },
    3_000, // milliseconds
  ),
  alarm(
    "CallersRefused",
    "Callers are refused in numbers: over the gateway's rate (429), or with keys that are not valid (401)",
    { namespace: "AWS/ApiGateway", metricName: "4xx", dimensions: { ApiId: apiId }, statistic: "Sum" },
    10_000,
  ),
];
