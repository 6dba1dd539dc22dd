import { expect, test } from "vitest";
import { paths } from "./paths.ts";

test("every address stays what people have bookmarked", () => {
  expect({
    login: paths.login(),
    loginAndBack: paths.login("/deployments?page=2"),
    signUp: paths.signUp(),
    signUpAndBack: paths.signUp("/deployments?page=2"),
    sessionEnded: paths.sessionEnded(),
    sessionEndedAndBack: paths.sessionEnded("/deployments/dep_1?page=2"),
    deployments: paths.deployments(),
    deploymentsKeepingQuery: paths.deployments("?page=2"),
    deployment: paths.deployment("dep_1"),
    deploymentKeepingQuery: paths.deployment("dep_1", "?page=2"),
    deploymentWithOddId: paths.deployment("a/b?c"),
    admin: paths.admin(),
  }).toMatchInlineSnapshot(`
    {
      "admin": "/admin",
      "deployment": "/deployments/dep_1",
      "deploymentKeepingQuery": "/deployments/dep_1?page=2",
      "deploymentWithOddId": "/deployments/a%2Fb%3Fc",
      "deployments": "/deployments",
      "deploymentsKeepingQuery": "/deployments?page=2",
      "login": "/",
      "loginAndBack": "/?returnTo=%2Fdeployments%3Fpage%3D2",
      "sessionEnded": "/logout",
      "sessionEndedAndBack": "/logout?returnTo=%2Fdeployments%2Fdep_1%3Fpage%3D2",
      "signUp": "/signup",
      "signUpAndBack": "/signup?returnTo=%2Fdeployments%3Fpage%3D2",
    }
  `);
});
