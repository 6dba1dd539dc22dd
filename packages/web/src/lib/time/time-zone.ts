import { storedSetting } from "../settings/stored-setting.ts";
import { browserZone, utc, type Zone } from "./zone.ts";

export const zoneChoices = ["browser", "utc"] as const;
export type ZoneChoice = (typeof zoneChoices)[number];

/** The zone that a person has chosen in this browser. */
export const chosenZone = storedSetting("shardwatch-time-zone", (stored): ZoneChoice =>
  stored === "utc" ? "utc" : "browser",
);

const zoneOf = (choice: ZoneChoice): Zone => (choice === "utc" ? utc : browserZone());

/** The chosen zone, outside of a component. */
export const currentZone = (): Zone => zoneOf(chosenZone.get());

/** The chosen zone. Its identity changes only with the choice. */
export const useZone = (): Zone => zoneOf(chosenZone.use());
