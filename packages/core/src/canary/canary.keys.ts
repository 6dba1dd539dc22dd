import type { Key } from "../table/keys.ts";

/** Whether our own reports were accepted. It belongs to no organization. */
export const canaryKey: Key = { pk: "PLATFORM", sk: "CANARY" };
