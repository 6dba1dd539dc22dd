import type { Key } from "../table/keys.ts";

/** The last turn of a scheduled run. It belongs to no organization. */
export const runKey = (name: string): Key => ({ pk: "PLATFORM", sk: `RUN#${name}` });

/** Who does a job at the moment. */
export const jobLeaseKey = (hash: string): Key => ({ pk: `JOB#${hash}`, sk: "JOB" });
