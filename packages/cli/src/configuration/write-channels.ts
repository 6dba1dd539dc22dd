import { addedKinds } from "@shardwatch/core/contract/channel/kinds/kinds";
import { givenChannelKinds, isAddedChannel } from "@shardwatch/core/contract/channel/words";
import type { Api } from "../api/api.ts";
import { readStored } from "./channels.ts";

/** The ends of the names of variables. */
const suffixOf = { url: "URL", token: "TOKEN", routingKey: "KEY" } as const;

/** The channels as a file has them, with a variable for each address and each secret. */
export async function writeChannels(api: Api): Promise<object[]> {
  const names = new Set<string>();
  return (await readStored(api)).flatMap(({ kind, name, managed, managedBy }): object[] => {
    if (managedBy !== undefined) return [];
    // What was switched off by itself is not switched on or off by a file.
    const { minimum, off } = managed;
    const state = { minimum, ...(off === "person" && { on: false }) };
    if (givenChannelKinds.some((one) => one === kind)) return [{ kind, ...state }];
    if (!isAddedChannel(kind)) return [];
    const variable = variableFor(name, names);
    const { credential, place, isSigned } = addedKinds[kind];
    return [
      {
        kind,
        name,
        [`${credential}Env`]: `${variable}_${suffixOf[credential]}`,
        ...(place && { [place.name]: managed.place }),
        ...(isSigned && { secretEnv: `${variable}_SECRET` }),
        ...state,
      },
    ];
  });
}

/** A name for variables that no other channel has. */
function variableFor(name: string, names: Set<string>): string {
  const word = name
    .normalize("NFKD")
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, "_")
    .replaceAll(/^_|_$/g, "");
  const begin = `CHANNEL_${word || "X"}`;
  let [variable, count] = [begin, 1];
  while (names.has(variable)) variable = `${begin}_${(count += 1)}`;
  names.add(variable);
  return variable;
}
