import { useMay } from "../session/session.ts";

/** Why a person may not silence, nor end a silence; undefined when they may. */
export const useWhyNotSilence = (): string | undefined =>
  useMay("manageOrganization") ? undefined : "Only admins of the organization can silence incidents.";
