import type { NewestFigures } from "../deployment/deployment.ts";
import type { Facts } from "./facts.ts";
import { type Field, numbers, type RangeField } from "./field.ts";
import { hasFull, runwayIn } from "./runway.ts";
import { daysAhead, type Unit } from "./units.ts";
import type { Fact } from "./value.ts";

/* Fields of what is joined to a list. Whatever has it has their facts. */

interface FigureField extends Omit<RangeField, "fact"> {
  unit: Unit;
  /** Null where there is none. */
  of: (figures: NewestFigures) => Fact<number>;
}

/** A field of the newest five-minute figures. */
export function newest({ of, ...field }: FigureField) {
  const fact = ({ figures }: Pick<Facts, "figures">): Fact<number> => figures && of(figures);
  return {
    ...numbers({ ...field, fact, isMeasured: true }),
    fact,
    joined: "figures",
  } as const satisfies Field;
}

/** A field of when memory is full. */
export const runwayField = (field: Pick<RangeField, "label" | "below" | "nothing">) =>
  ({
    ...numbers({ ...field, unit: daysAhead, fact: runwayIn, isBelowToo: hasFull, isMeasured: true }),
    fact: runwayIn,
    joined: "outlook",
  }) as const satisfies Field;
