import { Secret } from "@shardwatch/core/kit/secret";
import { splitAtCommas } from "@shardwatch/functions/environment";
import * as z from "zod";

const portNumber = z.coerce
  .number({ error: "must be a port number" })
  .int("must be a whole number")
  .min(1, "must be a port number from 1 to 65535")
  .max(65_535, "must be a port number from 1 to 65535");

export const port = (standard: number) => portNumber.default(standard);

export const webAddress = z.url({
  protocol: /^https?$/,
  hostname: /.+/,
  error: "must be an address that starts with http:// or https://",
});

export const onOff = z.enum(["on", "off"], { error: 'must be "on" or "off"' });

export const commaList = z.string().transform(splitAtCommas);

export const emails = commaList
  .transform((all) => all.map((email) => email.toLowerCase()))
  .pipe(z.array(z.email({ error: "must be emails, separated by commas" })));

export const smtpUrl = z
  .url({
    protocol: /^smtps?$/,
    hostname: /.+/,
    error: "must be an address that starts with smtp:// or smtps://",
  })
  .transform((address) => new Secret(address));

export const mailFrom = z
  .string()
  .regex(
    /^(?:[^<>\p{Cc}]* <[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/u,
    "must be an email, or a name and <an email>",
  );

export const logForm = z.enum(["pretty", "json"], { error: 'must be "pretty" or "json"' });

export const withoutSlash = (address: string): string => address.replace(/\/+$/, "");
