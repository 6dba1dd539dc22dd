import { expect, test } from "vitest";
import { signUpPayload } from "./sign-up-payload.ts";

const form = {
  firstName: "Ada",
  lastName: "Bell",
  email: "ada@example.com",
  company: "Acme & Sons",
  country: { name: "Côte d'Ivoire", code: "CI" },
  password: "only once",
};
const now = new Date("2026-03-01T10:00:00Z");
const payload = (query = "") => signUpPayload(form, new URLSearchParams(query), "n1", now);

test("ENT47 ENT49 ENT50 ENT51 ENT53 the payload says who, where, when and what was agreed to", () => {
  expect(payload()).toMatchObject({
    first_name: "Ada",
    last_name: "Bell",
    email: "ada@example.com",
    company: "Acme & Sons",
    country: "Côte d'Ivoire",
    password: "only once",
    country_code: "CI",
    state_code: "",
    state: "",
    agreement: true,
    promotional_emails: false,
    time_stamp: "2026-03-01T10:00:00.000Z",
    nonce: "n1",
    product_type: "unifiedrc",
  });
});

test("ENT48 the campaign is read from the address, and empty where it tells none", () => {
  expect(payload("utm_source=news&utm_term=a%26b&utm_id=x")).toMatchObject({
    utm_source: "news",
    utm_medium: "",
    utm_campaign: "",
    utm_term: "a&b",
    utm_content: "",
  });
  expect(payload("utm_id=x")).not.toHaveProperty("utm_id");
});

test("ENT52 marketo_params lists the form and the campaign as name and value, without the password", () => {
  const { marketo_params: params } = payload("utm_source=news");
  expect(params).toContainEqual({ name: "first_name", value: "Ada" });
  expect(params).toContainEqual({ name: "utm_source", value: "news" });
  expect(params.map(({ name }) => name)).not.toContain("password");
  expect(JSON.stringify(params)).not.toContain("only once");
});
