import { awsAccountId } from "./settings.ts";

type Permissions = NonNullable<sst.aws.FunctionArgs["permissions"]>;

/**
 * Customers' roles may be assumed, whatever they are called; whether one lets us in is decided by its trust policy. Those
 * of our own account may not: a customer could name one of them, and have us turn our rights against ourselves.
 */
export const assuming: Permissions =
  awsAccountId === undefined
    ? []
    : [
        { actions: ["sts:AssumeRole"], resources: ["arn:aws:iam::*:role/*"] },
        { effect: "deny", actions: ["sts:AssumeRole"], resources: [`arn:aws:iam::${awsAccountId}:role/*`] },
      ];
