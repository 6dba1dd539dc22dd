import { dateText, daysUntil } from "../../kit/time.ts";
import { climbing } from "./condition.ts";
import { climbTo, type Ladder } from "./ladder.ts";
import { type DeploymentRule, unclear, well } from "./rule.ts";
import { tuned } from "./tuned.ts";
import { advice, deployments } from "./words.ts";

/** The days that are left, as negative numbers. The last rung is a certificate that has ended. */
const usualDays: Ladder = {
  rungs: [
    [-30, "warning"],
    [-14, "warning"],
    [-7, "critical"],
    [-1, "critical"],
    [1, "critical"],
  ],
  clearBelow: -30,
};

const times = { for: 0, keep: 0 };

/**
 * Clients that verify certificates lose the servers at the end. The end stays known while a deployment is silent or
 * unreachable, because that may be its effect.
 */
export const certificateEnds: DeploymentRule = tuned("days", usualDays, (days) => ({
  holds: "certificates end",
  many: (count) => `The certificates of ${deployments(count)} end or have ended`,
  subject: "the certificate ",
  condition: climbing(days, times, {
    from: (figure) => `A server's certificate ends within ${figure}`,
    figure: (left) => `${-left} days`,
    over: (figure) => `when more than ${figure} are left`,
  }),
  advice: advice(
    "Renew the certificate and load it into the servers. After the end, clients that verify it can't connect.",
    "openssl s_client -connect HOST:PORT -servername HOST </dev/null | openssl x509 -noout -enddate",
  ),
  isDated: true,
  timing: () => times,
  judge: ({ certificateEnd }, now) => {
    if (certificateEnd === undefined) return unclear;
    if (certificateEnd === null) return well;
    const remaining = daysUntil(certificateEnd, now);
    // An incident keeps its words from one step to the next, so they have the day instead of the days that are left.
    const date = dateText(certificateEnd);
    const judged = climbTo(days, remaining, certificateEnd);
    return { ...judged, value: `${remaining < 0 ? "expired" : "ends"} on ${date}` };
  },
}));
