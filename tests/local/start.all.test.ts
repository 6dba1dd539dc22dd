import type { User } from "@shardwatch/core/contract/people/user";
import { describe, expect, test } from "vitest";
import { signIn } from "./api-client.ts";
import { answers, expectNothingLeft, expectRefused, expectStopped, start } from "./started.ts";

describe("npm start", { timeout: 300_000 }, () => {
  test("the demo logins have their roles and the right organizations", async () => {
    const product = await start();
    const me = async (email: string) =>
      (await (await (await signIn(product, email)).call("POST", "/me")).json()) as User;
    const admin = await me("admin@example.com");
    expect(admin).toMatchObject({ roles: ["ORG_ADMIN"], organization: { name: "Acme Data" } });
    expect(await me("viewer@example.com")).toMatchObject({
      roles: ["VIEWER"],
      organization: admin.organization,
    });
    const superAdmin = await me("super@example.com");
    expect(superAdmin.roles).toContain("SUPER_ADMIN");
    expect(superAdmin.organization?.id).not.toBe(admin.organization?.id);
    const stranger = await signIn(product, "somebody.new@example.org");
    expect(await stranger.deployments()).toEqual([]);
  });

  test("OPS08 a second start keeps the data and seeds nothing twice", async () => {
    const first = await start();
    const before = await signIn(first, "admin@example.com");
    const created = await before.call("POST", "/access-key", { name: "Kept over a restart" });
    expect(created.status).toBe(201);
    const keys = async (person: typeof before) =>
      ((await (await person.call("GET", "/access-key")).json()) as { accessKeys: unknown[] }).accessKeys
        .length;
    const count = await keys(before);
    await first.stop();
    const second = await start(first.ports);
    expect(await keys(before)).toBe(count);
    expect(await keys(await signIn(second, "admin@example.com"))).toBe(count);
  });

  test("OPS08 a killed product leaves no process behind and starts again", async () => {
    const product = await start();
    await product.stop("SIGKILL");
    await expectNothingLeft(product);
    const again = await start(product.ports);
    expect(await answers(`${again.apiUrl}/health`)).toBe(true);
  });

  test.each(["SIGINT", "SIGTERM"] as const)("OPS08 %s stops everything and is no failure", async (signal) => {
    await expectStopped(signal);
  });

  test.each([
    ["WEB_PORT", "the web application"],
    ["API_PORT", "the API"],
    ["PROVIDER_PORT", "the provider simulator"],
  ])("OPS09 a busy %s is a message that names it, and nothing is left running", async (variable, name) => {
    await expectRefused(variable, name);
  });
});
