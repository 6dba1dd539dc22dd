import * as z from "zod";
import { channelInput } from "../channel/channel.ts";
import { credentialNames, placeNames } from "../channel/kinds/kind.ts";
import { addedKinds } from "../channel/kinds/kinds.ts";
import { addedChannelKinds, channelTraits, givenChannelKinds } from "../channel/words.ts";
import { incidentSeverities } from "../incident/words.ts";
import { flag, oneReference, path, text, variable, wordOf } from "./settings.ts";

const minimum = wordOf(incidentSeverities).default("warning");

/** A channel that people add. It goes by its name. What opens its receiver is named by a variable or by a file. */
const addedChannel = z
  .strictObject({
    kind: z.enum(addedChannelKinds),
    name: text.pipe(channelInput.shape.name),
    urlEnv: variable.optional(),
    urlFile: path.optional(),
    tokenEnv: variable.optional(),
    tokenFile: path.optional(),
    conversation: text.optional(),
    routingKeyEnv: variable.optional(),
    routingKeyFile: path.optional(),
    region: text.optional(),
    secretEnv: variable.optional(),
    secretFile: path.optional(),
    minimum,
    on: flag.optional(),
  })
  .superRefine((entry, context) => {
    const { credential, place, isSigned } = addedKinds[entry.kind];
    oneReference(credential)(entry, context);
    if (isSigned) oneReference("secret", false)(entry, context);
    const wrong = (at: string, message: string) => context.addIssue({ code: "custom", path: [at], message });
    const others = [
      ...credentialNames.filter((name) => name !== credential),
      ...(isSigned ? [] : ["secret"]),
    ];
    for (const at of [...others.flatMap((name) => [`${name}Env`, `${name}File`]), ...placeNames])
      if (at !== place?.name && (entry as Record<string, unknown>)[at] !== undefined)
        wrong(at, `is no setting of ${channelTraits[entry.kind].label}`);
    if (!place) return;
    const given = entry[place.name] ?? place.standard;
    if (given === undefined) wrong(place.name, "is required");
    else if (!place.pattern.test(given)) wrong(place.name, `must be ${place.must}`);
  });
export type AddedChannelEntry = z.output<typeof addedChannel>;

/** Where within its receiver a channel of a file sends; undefined for kinds that have no such place. */
export function placeOfEntry(entry: AddedChannelEntry): string | undefined {
  const { place } = addedKinds[entry.kind];
  return place && (entry[place.name] ?? place.standard);
}

/** A channel that every organization has. It goes by its kind. */
const givenChannel = z.strictObject({ kind: z.enum(givenChannelKinds), minimum, on: flag.optional() });

export const channelEntry = z.discriminatedUnion("kind", [addedChannel, givenChannel], {
  error: ({ code }) =>
    code === "invalid_union"
      ? `must be ${[...addedChannelKinds, ...givenChannelKinds].join(" or ")}`
      : `must be settings such as “kind: ${addedChannelKinds[0]}”`,
});
export type ChannelEntry = z.output<typeof channelEntry>;
