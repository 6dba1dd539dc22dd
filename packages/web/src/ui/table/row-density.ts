import { storedSetting } from "../../lib/settings/stored-setting.ts";
import type { Density } from "./rows.ts";

/** The height of the rows in every list, stored in this browser. */
export const rowDensity = storedSetting("shardwatch-row-density", (stored): Density =>
  stored === "roomy" ? "roomy" : "dense",
);
