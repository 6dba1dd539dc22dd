import { lambda, type Permissions } from "./lambda.ts";
import { openIdEnvironment } from "./settings.ts";
import { indexArn, tableActions, tableArn } from "./table.ts";

/** The gateway's routes by which people come in who are known here alone. */
export const signInRoutes = [
  "ANY /sign-in/{proxy+}",
  "ANY /me/passkeys",
  "ANY /me/passkeys/{proxy+}",
  "POST /accounts/{id}/sign-in-link",
];

const rights: Permissions = [
  { actions: [...tableActions, "dynamodb:ConditionCheckItem"], resources: [tableArn] },
  { actions: ["dynamodb:Query"], resources: [indexArn] },
];

/** Answers them. */
export const signIn = new sst.aws.Function("SignIn", lambda("sign-in", rights));

/** The same for people of an OpenID provider. */
export const openIdRoutes = ["GET /auth/oidc/{proxy+}"];
export const openId = new sst.aws.Function("OpenId", lambda("openid", rights, openIdEnvironment));

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
