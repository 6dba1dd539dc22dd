import { timeOfId } from "../../kit/ids.ts";
import { dateText, day, daysUntil } from "../../kit/time.ts";
import { climbing } from "./condition.ts";
import { climbTo, type Ladder } from "./ladder.ts";
import { type TokenRule, well } from "./rule.ts";
import { advice, countOf } from "./words.ts";

/** The days that are left, as negative numbers. The last rung is a token that has ended. */
const days: Ladder = {
  rungs: [
    [-14, "warning"],
    [-3, "warning"],
    [-1, "warning"],
    [1, "warning"],
  ],
  clearBelow: -14,
};

/** For how many days after its end a token is spoken of. Who misses it has noticed by then. */
const longestAfter = 7;

/**
 * The days at which a token is warned of: those that are no more than half of its life. One that is made for a week is
 * not about to end at once.
 */
function daysFor(id: string, end: number): Ladder {
  const life = (end - (timeOfId(id) ?? 0)) / day;
  return { ...days, rungs: days.rungs.filter(([from]) => -from <= life / 2) };
}

const times = { for: 0, keep: 0 };

/** A program is refused from the end on, and a dashboard without data says nothing of the reason. */
export const tokenEnds: TokenRule = {
  holds: "ends",
  many: (count) => `${countOf(count, "token")} end or have ended`,
  condition: climbing(days, times, {
    from: (figure) => `A token ends within ${figure}`,
    figure: (left) => `${-left} days`,
    over: (figure) =>
      `when more than ${figure} are left, when it is revoked, or ${longestAfter} days after its end`,
  }),
  advice: advice(
    "Create a token with the same scopes, put it into the program that uses this one, and revoke this one. A token's end can't be moved.",
  ),
  cause: "token",
  isDated: true,
  timing: () => times,
  judge: ({ id, expiresAt }, now) => {
    const remaining = daysUntil(expiresAt, now);
    if (remaining < -longestAfter) return well;
    const judged = climbTo(daysFor(id, expiresAt), remaining, expiresAt);
    return { ...judged, value: `${remaining < 0 ? "ended" : "ends"} on ${dateText(expiresAt)}` };
  },
};
