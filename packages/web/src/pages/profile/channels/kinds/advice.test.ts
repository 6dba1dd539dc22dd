import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { googleChatAdvice, pagerDutyAdvice, slackAdvice, teamsAdvice } from "./advice.ts";
import { newSlackApp, slackAppManifest } from "./slack-app.ts";

test("CHN10 the manifest of the Slack app is the documented one, and it asks for the right to post and no more", () => {
  const path = new URL("../../../../../../../docs/slack-app-manifest.json", import.meta.url);
  expect(JSON.parse(readFileSync(path, "utf8"))).toEqual(slackAppManifest);
  expect(slackAppManifest.oauth_config).toEqual({ scopes: { bot: ["chat:write"] } });
  const { origin, searchParams } = new URL(newSlackApp);
  expect(origin).toBe("https://api.slack.com");
  expect(JSON.parse(searchParams.get("manifest_json") ?? "")).toEqual(slackAppManifest);
});

test("CHN10 CHN11 CHN12 a person reads what to do about an answer that only a person can change", () => {
  const slack = (error: string) => slackAdvice({ status: 200, excerpt: `{"ok":false,"error":"${error}"}` });
  expect(slack("not_in_channel")).toContain("Invite the app");
  expect(slack("channel_not_found")).toContain("channel ID. If the channel is private: invite");
  expect(slack("token_revoked")).toContain("new bot token");
  expect(slack("toString")).toBeUndefined();
  expect(slackAdvice({ status: null, excerpt: "" })).toBeUndefined();
  expect(pagerDutyAdvice({ status: 400, excerpt: "" })).toContain("integration key");
  expect(teamsAdvice({ status: 404, excerpt: "" })).toContain("workflow");
  expect(googleChatAdvice({ status: 403, excerpt: "" })).toContain("webhook");
  expect(teamsAdvice({ status: 500, excerpt: "" })).toBeUndefined();
});
