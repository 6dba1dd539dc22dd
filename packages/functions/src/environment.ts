import * as z from "zod";

const emails = z
  .string()
  .default("")
  .transform((text) =>
    text
      .split(",")
      .map((email) => email.trim().toLowerCase())
      .filter((email) => email !== ""),
  );

const variables = z.object({
  TABLE_NAME: z.string().min(1),
  ENVIRONMENT: z.enum(["local", "preview", "production"]),
  WEB_ORIGIN: z.url({ protocol: /^https?$/ }).transform((address) => new URL(address).origin),
  PROVIDER_API_URL: z.url({ protocol: /^https?$/ }),
  PROVIDER_COOKIE: z.string().regex(/^\w+$/).default("JSESSIONID"),
  SUPER_ADMIN_EMAILS: emails,
  VERSION: z.string().default("unknown"),
});

export type Environment = z.infer<typeof variables>;

/** Reads the configuration; throws one error that names every variable that is missing or wrong. */
export function readEnvironment(env: Record<string, string | undefined>): Environment {
  const read = variables.safeParse(env);
  if (read.success) return read.data;
  const faults = read.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
  throw new Error(`The configuration is wrong.\n  ${faults.join("\n  ")}`);
}
