import { day } from "@shardwatch/core/kit/time";

/** How far the demo data reaches back, in days. Charts show thirteen months. */
export const daysOfPast = 396;

/** The demo deployments were first reported so long ago, in milliseconds. What was before is not shown. */
export const firstReported = daysOfPast * day;
