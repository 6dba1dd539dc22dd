import {
  type AddedKind,
  credentialNames,
  type EnteredAddress,
  placeNames,
} from "../../contract/channel/kinds/kind.ts";
import { wrongFields } from "../../kit/problem.ts";
import { Secret } from "../../kit/secret.ts";
import type { KindOfChannel } from "./kind.ts";

const names = [...credentialNames, ...placeNames];

/** Throws invalid for settings that a channel does not have. */
export function refuse(entered: EnteredAddress, why: string, except: readonly string[] = []): void {
  const faults = names
    .filter((name) => entered[name] !== undefined && !except.includes(name))
    .map((name) => `${name}: must be left out, because ${why}`);
  if (faults.length > 0) throw wrongFields(faults);
}

/** A kind that people add. */
export const added = (
  label: string,
  { credential, read, shown, place, isSigned }: AddedKind,
): KindOfChannel => ({
  address: ({ settings }, entered, isNew) => {
    refuse(entered, `${label} has no such setting`, [credential, place?.name ?? ""]);
    const faults: string[] = [];
    const given = entered[credential];
    const known = given === undefined ? undefined : read(given, settings.webhookAddresses);
    if (known?.fault !== undefined) faults.push(known.fault);
    if (!known && isNew) faults.push(`${credential}: is required`);
    const at = place && (entered[place.name] ?? (isNew ? place.standard : undefined));
    if (place && at === undefined && isNew) faults.push(`${place.name}: is required`);
    if (place && at !== undefined && !place.pattern.test(at))
      faults.push(`${place.name}: must be ${place.must}`);
    if (faults.length > 0) throw wrongFields(faults);
    const text = known?.text;
    return {
      ...(text !== undefined && { credential: { sealed: new Secret(text), shown: shown(text) ?? "" } }),
      ...(at !== undefined && { place: at }),
    };
  },
  signs: isSigned,
});
