import type { NewestFigures } from "../../contract/deployment/deployment.ts";
import type { Facts } from "../../contract/filter/facts.ts";
import { isWord } from "../../contract/filter/value.ts";
import { widened } from "../../contract/filter/widen.ts";
import type { RuleDefinition } from "../../contract/incident/own-rule.ts";
import type { WatchedDeployment } from "../judging/watched.ts";
import type { DeploymentRule, Judgement } from "../rules/rule.ts";
import { matching, ownRuleOf, textsOf } from "../rules/own.ts";
import { fieldsOf } from "./counted.ts";
import { isMoving, type MovingField } from "./kept-fields.ts";
import { Scale, type Value } from "./scale.ts";
import { nothingKnown, type Span } from "./span.ts";

/*
 * What a rule can have found where a value is only known in part. The rule's own judge answers for each value that makes a
 * difference, so this is no second judge.
 */

type Numeric = Exclude<MovingField, "status">;

/** A time in which the same is known of a deployment. Times are Unix epochs in milliseconds. */
export interface Point {
  at: number;
  end: number;
  step: "5m" | "1h" | "1d";
  spans: Partial<Record<Numeric, Span>>;
  /** The statuses that it can have had; undefined: the one of its facts. */
  statuses?: readonly string[] | undefined;
  /** Whether it was silent. */
  silent: "no" | "maybe" | "yes";
  /** Whether it did not exist. */
  isAbsent?: true;
}

/** What a judgement can be, as bits. */
export const kinds = {
  over: 1,
  between: 2,
  holds: 4,
  worse: 8,
  unclear: 16,
  notOver: 32,
  unsure: 64,
  overAlone: 128,
};

function kindOf({ when, clear, step }: Judgement): number {
  if (when === true) return step > 1 ? kinds.worse : kinds.holds;
  if (when === false) return clear === true ? kinds.over : clear === false ? kinds.between : kinds.notOver;
  return clear === undefined ? kinds.unclear : clear ? kinds.overAlone : kinds.unsure;
}

/** A deployment with the facts of several evenings, of which one or two held at a time. */
export interface Subject {
  deployment: WatchedDeployment;
}

/** What a rule can have found in a point, and the facts that hold in it. */
export interface Possible {
  rule: DeploymentRule;
  /** The bits of all judgements that are possible. */
  kindsIn: (point: Point, subjects: readonly Subject[]) => number;
  /** The judgement for the largest values of a point. */
  peakOf: (point: Point, subject: Subject) => Judgement;
  /** The bit of that judgement; of a time in which nothing is known, that of an unknown one. */
  shownIn: (point: Point, subject: Subject | undefined) => number;
  /** The first field of the condition that is a number. */
  peakField: Numeric | undefined;
}

export function possibleOf(definition: RuleDefinition): Possible {
  const rule = ownRuleOf(definition);
  const names = fieldsOf(definition).filter(isMoving);
  const numeric = names.filter((name): name is Numeric => name !== "status");
  const scales = numeric.map((name) => new Scale(endsOf(definition, name)));
  const [caches, shownCaches] = [new WeakMap<Subject, Cache>(), new WeakMap<Subject, Cache>()];
  const asksStatus = names.includes("status");

  const ofSubject = (point: Point, subject: Subject): number => {
    const { deployment } = subject;
    const statuses = point.statuses ?? [deployment.status];
    let key = `${point.silent} ${statuses.join()}`;
    for (const [index, name] of numeric.entries())
      key += ` ${scales[index]?.codeOf(point.spans[name] ?? nothingKnown)}`;
    return cached(caches, subject, key, () => {
      let found = 0;
      const cells = numeric.map(
        (name, index) => scales[index]?.valuesIn(point.spans[name] ?? nothingKnown) ?? [],
      );
      const silences = point.silent === "maybe" ? [false, true] : [point.silent === "yes"];
      for (const isSilent of silences)
        for (const status of statuses)
          for (const values of combinations(cells)) {
            const facts = withValues(deployment.facts, numeric, values, status, asksStatus);
            found |= kindOf(rule.judge({ ...deployment, isSilent, status, facts }, point.at));
          }
      return found;
    });
  };
  const peakOf = (point: Point, { deployment }: Subject): Judgement => {
    const values = numeric.map((name) => shownOf(point.spans[name] ?? nothingKnown));
    const status = point.statuses?.at(-1) ?? deployment.status;
    const facts = withValues(deployment.facts, numeric, values, status, asksStatus);
    return rule.judge({ ...deployment, isSilent: false, status, facts }, point.at);
  };
  const shownFor = (point: Point, subject: Subject): number => {
    let key = point.statuses?.at(-1) ?? "";
    for (const [index, name] of numeric.entries()) {
      const shown = shownOf(point.spans[name] ?? nothingKnown);
      key += ` ${shown == null ? shown : scales[index]?.cellOf(shown)}`;
    }
    return cached(shownCaches, subject, key, () => kindOf(peakOf(point, subject)));
  };
  return {
    rule,
    kindsIn: (point, subjects) =>
      point.isAbsent ? kinds.over : subjects.reduce((found, each) => found | ofSubject(point, each), 0),
    peakOf,
    shownIn: (point, subject) => {
      if (point.isAbsent) return kinds.over;
      return !subject || point.silent === "yes" ? kinds.unclear : shownFor(point, subject);
    },
    peakField: numeric[0],
  };
}

/** What was found for what can have been, by a key. */
type Cache = Map<string, number>;

function cached(caches: WeakMap<Subject, Cache>, subject: Subject, key: string, find: () => number): number {
  let cache = caches.get(subject);
  if (!cache) caches.set(subject, (cache = new Map()));
  let found = cache.get(key);
  if (found === undefined) cache.set(key, (found = find()));
  return found;
}

/** What is shown of the numbers that a code stands for, or that a largest value allows. */
function shownOf({ lo, hi, none }: Span): Value {
  if (lo > hi) return none ? null : undefined;
  return hi - lo <= hi / 500 ? Number(((lo + hi) / 2).toFixed(2)) : hi;
}

function endsOf(definition: RuleDefinition, name: Numeric): number[] {
  const filters = textsOf(definition).map((text) => matching(text).filter);
  filters.push(widened(matching(definition.when).filter));
  return filters.flatMap(({ terms }) => {
    const { any, none } = terms.get(name) ?? { any: [], none: [] };
    return [...any, ...none].flatMap((value) =>
      isWord(value) ? [] : [value.from, value.to].filter((end) => end !== undefined),
    );
  });
}

function* combinations(lists: readonly (readonly Value[])[]): Generator<Value[]> {
  const [first, ...rest] = lists;
  if (!first) return void (yield []);
  for (const value of first) for (const others of combinations(rest)) yield [value, ...others];
}

/** The facts with these values. */
function withValues(
  facts: Facts,
  names: readonly Numeric[],
  values: readonly Value[],
  status: string,
  asksStatus: boolean,
): Facts {
  const next: Facts = { ...facts, ...(asksStatus && { status }) };
  let figures: NewestFigures | undefined;
  for (const [index, name] of names.entries()) {
    const value = values[index];
    if (name === "util") next.utilization = value;
    else if (name === "memory") next.memory = value;
    else if (name === "maxmemory") next.memoryLimit = value;
    else figures = { ...(figures ?? noFigures), ...figureOf[name](value) };
  }
  if (figures) next.figures = figures;
  return next;
}

const noFigures: NewestFigures = {
  to: "",
  opsPerSecond: null,
  clients: null,
  lookupsPerSecond: null,
  hitRatio: null,
  evictedPerSecond: null,
  keys: null,
  fragmentation: null,
  replicationLag: null,
  replicationSilence: null,
};

const figureOf = {
  ops: (value) => ({ opsPerSecond: value ?? null }),
  clients: (value) => ({ clients: value ?? null }),
  hits: (value) => ({
    hitRatio: value ?? null,
    lookupsPerSecond: value === null ? 0 : value === undefined ? null : 1,
  }),
  lag: (value) => ({ replicationLag: value == null ? null : String(value) }),
  frag: (value) => ({ fragmentation: value ?? null }),
} as const satisfies Record<
  Exclude<Numeric, "util" | "memory" | "maxmemory">,
  (value: Value) => Partial<NewestFigures>
>;
