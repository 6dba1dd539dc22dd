import fc from "fast-check";

const minute = 60_000;
const hour = 60 * minute;
export const day = 24 * hour;
/** With the take-overs, all steps lie on two days. The days of the steps are still folded at the end. */
const longest = 18 * hour;

/** What happens at one moment of a scenario, and what differs from the quiet course of it. */
export interface Step {
  /** Since the step before, in milliseconds: a whole number of slots. */
  after: number;
  /** Whether the agents change their roles. */
  isTakenOver: boolean;
  /** Whether the other agent reports, too. */
  isShared: boolean;
  /** The deployment that a person deletes a minute later; none below zero. */
  deleted: number;
  /** In which of the next reports of the same agent its slot is; 0 is its own. */
  deliveries: readonly number[];
  /** The order of slots and deployments. */
  turn: number;
  /** What the jobs do after it: after how many writes a fold crashes; none below zero. */
  foldCrash: number;
  isForgotten: boolean;
}

const lengths = fc.oneof(
  { weight: 4, arbitrary: fc.constant(5 * minute) },
  { weight: 2, arbitrary: fc.constant(hour) },
  { weight: 2, arbitrary: fc.constant(7 * hour) },
);
const rarely = fc.oneof(
  { weight: 3, arbitrary: fc.constant(false) },
  { weight: 1, arbitrary: fc.constant(true) },
);
const perhaps = (max: number) =>
  fc.oneof({ weight: 5, arbitrary: fc.constant(-1) }, { weight: 1, arbitrary: fc.integer({ min: 0, max }) });

const steps = fc.array(
  fc.record<Step>({
    after: lengths,
    isTakenOver: rarely,
    isShared: rarely,
    deleted: perhaps(1),
    deliveries: fc.array(fc.nat(3), { minLength: 1, maxLength: 3 }),
    turn: fc.nat(),
    foldCrash: fc.oneof(fc.constant(-1), fc.nat(6)),
    isForgotten: rarely,
  }),
  { minLength: 3, maxLength: 8 },
);

export interface Scenario {
  seed: number;
  /** Milliseconds since midnight UTC. It is evening, so that a day is folded between the steps of many scenarios. */
  begins: number;
  steps: Step[];
}

/** A deployment remembers three former owners, so there are two take-overs at most. */
export const scenarios: fc.Arbitrary<Scenario> = fc
  .record({ seed: fc.nat(), begins: fc.integer({ min: 216, max: 287 }), steps })
  .map(({ seed, begins, steps: all }) => {
    let length = 0;
    let takeOvers = 0;
    const kept = all.filter(({ after }) => (length += after) <= longest);
    return {
      seed,
      begins: begins * 5 * minute,
      steps: kept.map((step) => ({
        ...step,
        isTakenOver: step.isTakenOver && (takeOvers += 1) <= 2,
      })),
    };
  });
