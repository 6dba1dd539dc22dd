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
    integrations: paths.integrations(),
    agentKeys: paths.agentKeys(),
    redisCloud: paths.redisCloud(),
    aws: paths.aws(),
    profilePersonal: paths.profilePersonal(),
    profileOrganization: paths.profileOrganization(),
    invitationSuccess: paths.invitationSuccess("Marco Reyes"),
    admin: paths.admin(),
    adminAccounts: paths.adminAccounts(),
    adminAccountsOfOne: paths.adminAccounts("org_1"),
    adminOrganizations: paths.adminOrganizations(),
  }).toMatchInlineSnapshot(`
    {
      "admin": "/admin",
      "adminAccounts": "/admin/accounts",
      "adminAccountsOfOne": "/admin/accounts?organization=org_1",
      "adminOrganizations": "/admin/organizations",
      "agentKeys": "/integrations/agent-keys",
      "aws": "/integrations/aws",
      "deployment": "/deployments/dep_1",
      "deploymentKeepingQuery": "/deployments/dep_1?page=2",
      "deploymentWithOddId": "/deployments/a%2Fb%3Fc",
      "deployments": "/deployments",
      "deploymentsKeepingQuery": "/deployments?page=2",
      "integrations": "/integrations",
      "invitationSuccess": "/invitation/success?inviter=Marco+Reyes",
      "login": "/",
      "loginAndBack": "/?returnTo=%2Fdeployments%3Fpage%3D2",
      "profileOrganization": "/profile/organization",
      "profilePersonal": "/profile/personal",
      "redisCloud": "/integrations/redis-cloud",
      "sessionEnded": "/logout",
      "sessionEndedAndBack": "/logout?returnTo=%2Fdeployments%2Fdep_1%3Fpage%3D2",
      "signUp": "/signup",
      "signUpAndBack": "/signup?returnTo=%2Fdeployments%3Fpage%3D2",
    }
  `);
});
