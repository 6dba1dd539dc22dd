import type { SilenceEntry } from "@shardwatch/core/contract/configuration/objects";
import type { SaidScope } from "@shardwatch/core/contract/configuration/same-silence";
import type { WatchingRule } from "@shardwatch/core/contract/incident/rule-list";
import { isOwnRule } from "@shardwatch/core/contract/incident/rules";
import type { Silence, SilenceScope } from "@shardwatch/core/contract/incident/silence";
import { comparable } from "@shardwatch/core/kit/same-name";
import type { Api } from "../api/api.ts";
import { type RuleNames, ruleCalled } from "../commands/own-rules.ts";
import { exit, Failure } from "../exit.ts";
import type { Around } from "./around.ts";

/** The rules that an organization wrote, as silences name them. */
export class SilencedRules {
  readonly names: RuleNames;
  readonly #rules: readonly WatchingRule[];

  constructor(rules: readonly WatchingRule[]) {
    this.#rules = rules.filter(({ own }) => own);
    this.names = new Map(this.#rules.map(({ id, name }) => [id, name]));
  }

  /** Reads them where a silence is about one. */
  static async read(
    api: Api,
    silences: readonly Silence[],
    entries: readonly SilenceEntry[] = [],
  ): Promise<SilencedRules> {
    const scopes: SaidScope[] = [...silences, ...entries].map(({ scope }) => scope);
    const isNeeded = scopes.some(
      (scope) => scope.kind === "ownRule" || (scope.kind === "rule" && isOwnRule(scope.rule)),
    );
    return new SilencedRules(isNeeded ? (await api.get("/rules", { query: {} })).rules : []);
  }

  /** The scope with the id of its rule; as it is where no rule has the name. */
  resolved(scope: SaidScope): SaidScope {
    const rule = scope.kind === "ownRule" ? ruleCalled(this.names, scope.name) : undefined;
    return rule === undefined ? scope : { kind: "rule", rule };
  }

  /** Why a silence can't be about a rule; none where it can, or could once the file is applied. */
  faultsOf(scope: SaidScope, { file, prunes }: Around, place: string): string[] {
    if (scope.kind !== "ownRule") return [];
    const isCalled = ({ name }: { name: string }) => comparable(name) === comparable(scope.name);
    if (file.rules?.some((entry) => "name" in entry && isCalled(entry))) return [];
    const found = this.#rules.find(isCalled);
    if (!found) return [`${place}.rule: there is no rule “${scope.name}”, and the file lists none`];
    const isGone = prunes && file.rules && found.own?.managedBy === undefined;
    return isGone ? [`${place}.rule: the file doesn't list this rule, and --prune deletes it`] : [];
  }
}

/** The scope of a new silence, whose rule may have been made since. Throws a Failure where it is gone. */
export async function scopeToSend(api: Api, scope: SaidScope): Promise<SilenceScope> {
  if (scope.kind !== "ownRule") return scope;
  const { rules } = await api.get("/rules", { query: {} });
  const now = new SilencedRules(rules).resolved(scope);
  if (now.kind === "ownRule") throw new Failure(exit.refused, `There is no rule “${scope.name}”.`);
  return now;
}
