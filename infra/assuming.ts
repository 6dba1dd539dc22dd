import { awsAccountId } from "./settings.ts";

/**
 * Customers' roles may be assumed, whatever they are called; whether one lets us in is decided by its trust policy. Those
 * of our own account may not: a customer could name one of them, and have us turn our rights against ourselves.
 */
export const assuming =
  awsAccountId === undefined
    ? []
    : [
        { actions: ["sts:AssumeRole"], resources: ["arn:aws:iam::*:role/*"] },
        {
          effect: "deny" as const,
          actions: ["sts:AssumeRole"],
          resources: [`arn:aws:iam::${awsAccountId}:role/*`],
        },
      ];
