import { lambda } from "./lambda.ts";
import { openIdEnvironment } from "./settings.ts";
import { indexArn, tableActions, tableArn } from "./table.ts";

/** The gateway's routes by which people come in, but for those of a Redis Cloud account. */
export const signInRoutes = [
  "GET /auth/oidc/{proxy+}",
  "ANY /sign-in/{proxy+}",
  "ANY /me/passkeys",
  "ANY /me/passkeys/{proxy+}",
  "POST /accounts/{id}/sign-in-link",
];

/** Answers them. */
export const signIn = new sst.aws.Function(
  "SignIn",
  lambda(
    "sign-in",
    [
      { actions: [...tableActions, "dynamodb:ConditionCheckItem"], resources: [tableArn] },
      { actions: ["dynamodb:Query"], resources: [indexArn] },
    ],
    openIdEnvironment,
  ),
);

/** Makes sign-in links for those who may invoke it: no address and no other function leads to it. */
export const signInLink = new sst.aws.Function(
  "SignInLink",
  lambda("sign-in-link", [
    {
      actions: ["dynamodb:BatchGetItem", "dynamodb:Query", "dynamodb:PutItem"],
      resources: [tableArn],
    },
  ]),
);
