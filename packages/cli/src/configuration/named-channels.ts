import type { Channel } from "@shardwatch/core/contract/channel/channel";
import { isAddedChannel } from "@shardwatch/core/contract/channel/words";
import { canBeRouted } from "@shardwatch/core/contract/incident/route-words";
import { comparable } from "@shardwatch/core/kit/same-name";
import type { Api } from "../api/api.ts";
import { exit, Failure } from "../exit.ts";
import type { Around } from "./around.ts";

/** The channels of a rule: null for all that are on, and none for nobody. */
type Some = readonly string[] | null | undefined;

const isCalled =
  (name: string) =>
  (one: Pick<Channel, "name">): boolean =>
    comparable(one.name) === comparable(name);

/** The channels of the server, by which rules and routes are read and written. */
export class NamedChannels {
  readonly #channels: readonly Channel[];

  constructor(channels: readonly Channel[]) {
    this.#channels = channels;
  }

  /** Reads them where a rule or a route names a channel. A token needs a scope for it. */
  static async read(api: Api, some: readonly Some[]): Promise<NamedChannels> {
    const isNeeded = some.some((each) => each && each.length > 0);
    return new NamedChannels(isNeeded ? (await api.get("/channels", {})).channels : []);
  }

  /** The names of those that still exist. A rule of which all are gone sends to all that are on. */
  namesOf(ids: readonly string[] | null): string[] | null {
    const names = ids?.flatMap((id) => this.#channels.find((one) => one.id === id)?.name ?? []) ?? [];
    return names.length === 0 && ids?.length !== 0 ? null : names;
  }

  /** Their names as the server has them, as a text for people. */
  textOf(names: readonly string[] | null): string {
    if (names === null) return "all that are on";
    const known = names.map((name) => this.#channels.find(isCalled(name))?.name ?? name);
    return [...new Set(known)].toSorted().join(", ") || "nobody";
  }

  /** Why some can't be named: they don't exist, or will not any more. Lines that begin with a place in the file. */
  faultsOf(names: Some, { file, prunes }: Around, place: string, of: "rule" | "route" = "rule"): string[] {
    return (names ?? []).flatMap((name, index) => {
      const listed = file.channels?.some((one) => "name" in one && isCalled(name)(one)) === true;
      const found = this.#channels.filter(isCalled(name));
      const begin = `${place}.channels[${index}]`;
      if (found.length > 1)
        return [`${begin}: the server has several channels “${name}”; rename all but one`];
      const [only] = found;
      if (listed) return [];
      if (!only) return [`${begin}: there is no channel “${name}”, and the file lists none`];
      if (of === "route" && !canBeRouted(only)) return [`${begin}: routes don't concern “${only.name}”`];
      const isGone = prunes && file.channels && isAddedChannel(only.kind) && only.managedBy === undefined;
      return isGone ? [`${begin}: the file doesn't list this channel, and --prune deletes it`] : [];
    });
  }

  /** The ids of channels, which may have been made since. Throws a Failure where one is gone. */
  async idsOf(api: Api, names: readonly string[] | null): Promise<string[] | null> {
    if (names === null) return null;
    const isNew = names.some((name) => !this.#channels.some(isCalled(name)));
    const channels = isNew ? (await api.get("/channels", {})).channels : this.#channels;
    const ids = names.map((name) => {
      const found = channels.find(isCalled(name));
      if (!found) throw new Failure(exit.refused, `There is no channel “${name}”.`);
      return found.id;
    });
    return [...new Set(ids)];
  }
}
