import { sourceTraits } from "../contract/source/source.ts";
import type { SourceKind } from "../integration/source-kind.ts";
import { keysOf, statesOfKeys } from "./agent-key.ts";
import { moveKeys } from "./move.ts";
import { revokeAll } from "./revoke-many.ts";

/** Agent keys as a kind of source. Agents report on their own, even after the last member has left. */
export const agentKeys: SourceKind = {
  movable: sourceTraits.agent.movable,
  isOn: () => true,
  endsWithoutMembers: false,
  list: keysOf,
  states: statesOfKeys,
  blocked: () => Promise.resolve(new Set()),
  move: moveKeys,
  endAbandoned: () => Promise.resolve(),
  endAll: revokeAll,
  due: () => Promise.resolve([]),
};
