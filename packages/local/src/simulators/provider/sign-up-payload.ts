import * as z from "zod";
import { countries } from "./countries.ts";

const filled = z.string().trim().min(1);

/** What the marketing site takes for a sign-up. Strict: a field that is misspelt must not pass for one left out. */
export const signUpPayload = z
  .strictObject({
    first_name: filled,
    last_name: filled,
    email: z.email(),
    company: filled,
    country: filled,
    password: z.string().min(1),
    utm_source: z.string(),
    utm_medium: z.string(),
    utm_campaign: z.string(),
    utm_term: z.string(),
    utm_content: z.string(),
    country_code: z.string().length(2),
    state_code: z.string(),
    state: z.string(),
    agreement: z.literal(true),
    promotional_emails: z.literal(false),
    marketo_params: z.array(z.strictObject({ name: filled, value: z.string() })),
    time_stamp: z.iso.datetime(),
    nonce: z.string(),
    product_type: z.literal("unifiedrc"),
  })
  .refine(
    ({ country, country_code }) =>
      countries.some(({ name, code }) => name === country && code === country_code),
    { path: ["country"], error: "must be one of the list, with its own code" },
  );
