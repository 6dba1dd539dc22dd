import * as z from "zod";

/** The name rules with the messages of the specification, used by the form and by the API alike. */
export const accessKeyName = z
  .string({ error: "API key name is required" })
  .trim()
  .min(1, "API key name is required")
  .min(5, "API key name must be at least 5 characters long")
  .max(50, "API key name must be no more than 50 characters long")
  .regex(/^[A-Za-z0-9 ]*$/, "API key name can only contain letters, numbers, and spaces");

export const accessKeyInput = z.object({ name: accessKeyName });

export const accessKey = z.object({
  keyId: z.string(),
  name: z.string(),
  createdAt: z.iso.datetime(),
  lastUsed: z.iso.datetime().nullable().describe("To five minutes; null when never used"),
});
export type AccessKey = z.infer<typeof accessKey>;

/** The answer to creating a key: the only time that the whole key is shown. */
export const createdAccessKey = accessKey.extend({
  compositeKey: z.string().describe("sw_<keyId>_<secret><checksum>; cannot be shown again"),
});

export const accessKeyList = z.object({ accessKeys: z.array(accessKey) });
