import type { PeerCertificate } from "node:tls";
import { expect, test } from "vitest";
import { redirectOrigin } from "./redirect.ts";

/** The fields of a certificate that the check of names reads. */
const certificate = {
  subject: { CN: "c.example" },
  subjectaltname: "DNS:c.example, DNS:*.c.example, IP Address:10.0.0.7",
} as unknown as PeerCertificate;
const from = "https://c.example:9443";
const rules = { nodes: ["10.0.0.9", "::1"], certificate };

test.each([
  ["https://node2.c.example:9443/v1/cluster", "https://node2.c.example:9443"],
  ["https://NODE2.C.EXAMPLE:9443", "https://node2.c.example:9443"],
  ["https://10.0.0.7:9443/", "https://10.0.0.7:9443"],
  ["https://10.0.0.9:9443/other/path", "https://10.0.0.9:9443"],
  ["https://[::1]:9443/", "https://[::1]:9443"],
  ["//node2.c.example:9443/", "https://node2.c.example:9443"],
])("a redirect to %s, a node of the cluster, is followed to %s", (location, origin) =>
  expect(redirectOrigin(from, location, rules)).toBe(origin),
);

test.each([
  ["https://node2.c.example/", "elsewhere"],
  ["https://node2.c.example:8443/", "elsewhere"],
  ["https://c.example.evil.example:9443/", "elsewhere"],
  ["https://a.b.c.example:9443/", "elsewhere"],
  ["https://c.example@evil.example:9443/", "elsewhere"],
  ["https://10.0.0.8:9443/", "elsewhere"],
  ["http://node2.c.example:9443/", "no https"],
  ["ftp://node2.c.example:9443/", "no https"],
  ["javascript:alert(1)", "no https"],
  ["/v1/cluster", "in a circle"],
  [undefined, "in a circle"],
  ["https://", "in a circle"],
])("AGT31 a redirect to %s is refused: %s", (location, fault) =>
  expect(() => redirectOrigin(from, location, rules)).toThrow(fault),
);

test("AGT31 a certificate that was not verified vouches for no other host", () => {
  const unverified = { nodes: ["10.0.0.9"], certificate: undefined };
  expect(() => redirectOrigin(from, "https://node2.c.example:9443/", unverified)).toThrow("elsewhere");
  expect(redirectOrigin(from, "https://10.0.0.9:9443/", unverified)).toBe("https://10.0.0.9:9443");
});
