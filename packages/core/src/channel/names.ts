import { mostChannels } from "../contract/channel/words.ts";
import { Problem } from "../kit/problem.ts";

/** Names that differ only in case, or in how a character is encoded, are the same name. */
const comparable = (name: string): string => name.normalize("NFKC").toLowerCase();

/** The names with one more. Throws conflict when the name is taken, or when there are too many. */
export function withName(names: readonly string[], name: string): string[] {
  if (names.includes(comparable(name)))
    throw new Problem("conflict", "A channel with this name already exists.", {
      code: "CHANNEL_NAME_TAKEN",
      details: ["name: must differ from the names of other channels"],
    });
  if (names.length >= mostChannels)
    throw new Problem("conflict", `An organization can add ${mostChannels} channels. Delete one first.`, {
      code: "TOO_MANY_CHANNELS",
    });
  return [...names, comparable(name)];
}

export const withoutName = (names: readonly string[], name: string): string[] =>
  names.filter((each) => each !== comparable(name));
