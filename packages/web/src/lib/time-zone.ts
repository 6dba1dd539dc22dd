import { storedSetting } from "./stored-setting.ts";
import { browserZone, utc, type Zone } from "./zone.ts";

export const zoneChoices = ["browser", "utc"] as const;
export type ZoneChoice = (typeof zoneChoices)[number];

/** The zone that a person has chosen in this browser. */
export const chosenZone = storedSetting("shardwatch-time-zone", (stored): ZoneChoice =>
  stored === "utc" ? "utc" : "browser",
);

/** The chosen zone. Its identity changes only with the choice. */
export const useZone = (): Zone => (chosenZone.use() === "utc" ? utc : browserZone());
