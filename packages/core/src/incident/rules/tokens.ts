import { daysUntil } from "../../contract/filter/facts.ts";
import { dateText } from "../../kit/time.ts";
import { climbing } from "./condition.ts";
import { climbTo, type Ladder } from "./ladder.ts";
import type { TokenRule } from "./rule.ts";
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

const times = { for: 0, keep: 0 };

/** A program is refused from the end on, and a dashboard without data says nothing of the reason. */
export const tokenEnds: TokenRule = {
  holds: "ends",
  many: (count) => `${countOf(count, "token")} end or have ended`,
  condition: climbing(days, times, {
    from: (figure) => `A token ends within ${figure}`,
    figure: (left) => `${-left} days`,
    over: (figure) => `when more than ${figure} are left, or when it is revoked`,
  }),
  advice: advice(
    "Create a token with the same scopes, put it into the program that uses this one, and revoke this one. A token's end can't be moved.",
  ),
  cause: "token",
  isDated: true,
  timing: () => times,
  judge: ({ expiresAt }, now) => {
    const remaining = daysUntil(expiresAt, now);
    const judged = climbTo(days, remaining, expiresAt);
    return { ...judged, value: `${remaining < 0 ? "ended" : "ends"} on ${dateText(expiresAt)}` };
  },
};
