import { expect, test } from "vitest";
import type { WebConfig } from "@shardwatch/core/contract/config";
import { isConfig } from "./config.ts";

const whole: WebConfig = {
  environment: "preview",
  apiUrl: "https://api.example.com",
  providerApiUrl: "https://provider.example.com/api/v1",
  providerSiteUrl: "https://provider.example.com",
  marketingSiteUrl: "https://marketing.example.com",
  feedbackFormUrl: "https://forms.example.com/feedback",
  features: { elasticache: false },
  supportEmail: "support@example.com",
  links: {
    terms: "https://example.com/terms",
    privacy: "https://example.com/privacy",
    documentation: "https://example.com/docs",
    agentReleases: "https://example.com/agent",
  },
};

test("a whole configuration is taken, with or without a feedback form", () => {
  expect(isConfig(whole)).toBe(true);
  expect(isConfig({ ...whole, feedbackFormUrl: null })).toBe(true);
});

test("SLF03 an installation may have no support, no terms and no other pages of its own", () => {
  const { supportEmail: _, ...rest } = whole;
  expect(isConfig({ ...rest, links: {} })).toBe(true);
});

test.each([
  undefined,
  null,
  "text",
  [],
  { ...whole, environment: "staging" },
  { ...whole, apiUrl: "" },
  { ...whole, providerApiUrl: 1 },
  { ...whole, providerSiteUrl: "provider" },
  { ...whole, marketingSiteUrl: undefined },
  { ...whole, feedbackFormUrl: undefined },
  { ...whole, feedbackFormUrl: "feedback" },
  { ...whole, supportEmail: "" },
  { ...whole, links: { ...whole.links, terms: "terms" } },
])("OPS02 a damaged configuration is refused (%#)", (value) => {
  expect(isConfig(value)).toBe(false);
});
