import type { DemoDatabase } from "./fleet.ts";

/** The version that a demo database had before the one of today. */
const redis: Readonly<Record<string, string>> = {
  "8.2.1": "8.0.3",
  "8.0.3": "7.4.2",
  "7.4.2": "7.2.7",
  "7.4.1": "7.2.7",
  "7.4.0": "7.2.4",
  "7.4": "7.2",
  "7.2.7": "7.0.15",
  "7.2.5": "7.0.15",
  "7.2.4": "7.0.15",
  "7.2": "6.2",
  "7.1.0": "7.0.7",
  "7.0.15": "6.2.18",
  "6.2.18": "6.2.14",
};
const valkey: Readonly<Record<string, string>> = {
  "8.2.1": "8.1.1",
  "8.1.3": "8.0.4",
  "8.1.1": "8.0.4",
  "8.1": "8.0",
  "8.0.4": "7.2.9",
  "7.2.9": "7.2.8",
};

/** Undefined for a version that has no former one here. */
export const formerVersion = ({ engine = "redis", version }: DemoDatabase): string | undefined =>
  (engine === "redis" ? redis : valkey)[version];
