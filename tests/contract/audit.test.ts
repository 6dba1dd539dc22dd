import type { ReportAccepted } from "@shardwatch/core/contract/report";
import { expect, test } from "vitest";
import { assign, superAdmin } from "../support/administer.ts";
import { reported, reportOf, send } from "../support/reports.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { call, createKey, signUp } from "../support/world.ts";

const world = await worldOfFile();

const audited = () =>
  world.logLines.filter((line) => line.includes('"audit"')).map((line) => JSON.parse(line) as object);

test("SEC20 who changed, deleted, created or revoked what is in the audit log, by ids and without a name", async () => {
  const root = await superAdmin(world);
  const person = await signUp(world, {
    firstName: "Grace",
    email: "grace@example.com",
    company: "Hopper Inc",
  });
  const { accountId, organizationId } = person;
  const ask = (method: string, path: string, body?: unknown) =>
    call(world, method, path, { as: root, ...(body !== undefined && { body }) });
  world.logLines.length = 0;

  const { keyId, compositeKey } = await createKey(world, person, "Grace key");
  const report = await send(world, compositeKey, reportOf(world, [reported("hopper-cache")]));
  const deploymentId = ((await report.json()) as ReportAccepted).deployments[0]?.id;
  await call(world, "DELETE", `/deployments/${deploymentId}`, { as: person });
  await call(world, "DELETE", `/access-key/${keyId}`, { as: person });
  await assign(world, root, person, ["ORG_ADMIN", "VIEWER"]);
  await ask("DELETE", `/accounts/${accountId}`);
  await ask("PUT", `/organizations/${organizationId}`, { name: "Hopper Research" });
  await ask("DELETE", `/organizations/${organizationId}`);

  const before = { organizationId, roles: ["ORG_ADMIN"] };
  const after = { organizationId, roles: ["ORG_ADMIN", "VIEWER"] };
  const [own, foreign] = [{ by: accountId }, { by: root.accountId }];
  expect(audited()).toMatchObject([
    { action: "accessKey.created", ...own, keyId, organizationId },
    { action: "deployment.deleted", ...own, deploymentId, organizationId },
    { action: "accessKey.revoked", ...own, keyId, organizationId },
    { action: "account.changed", ...foreign, accountId, before, after },
    { action: "account.deleted", ...foreign, accountId, organizationId },
    { action: "organization.changed", ...foreign, organizationId },
    { action: "organization.deleted", ...foreign, organizationId },
  ]);
  expect(world.logLines.join()).not.toMatch(/grace|hopper/i);
});
