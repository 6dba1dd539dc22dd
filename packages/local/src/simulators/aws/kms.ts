import { randomBytes } from "node:crypto";
import { Hono } from "hono";

interface Call {
  KeyId?: string;
  Plaintext?: string;
  CiphertextBlob?: string;
  EncryptionContext?: Record<string, string>;
}

/**
 * Encrypts and decrypts as KMS does, in its JSON protocol. It keeps the text instead of encrypting it. A text
 * opens only with the key and the context that it was made with. The key "busy" throttles its first call.
 */
export function createKmsSimulator() {
  const kept = new Map<string, { plaintext: string; for: string }>();
  let busy = 0;
  const app = new Hono();
  app.post("/", async (c) => {
    const fail = (code: string, status: 400 | 500 = 400) => c.json({ __type: code, message: code }, status);
    const call: Call = await c.req.json();
    const pairs = Object.entries(call.EncryptionContext ?? {}).map((pair) => pair.join("="));
    const owner = JSON.stringify([call.KeyId, pairs.toSorted()]);
    if (call.KeyId?.endsWith("gone")) return fail("DisabledException");
    if (call.KeyId?.endsWith("busy") && busy++ < 3) return fail("ThrottlingException");
    switch (c.req.header("x-amz-target")) {
      case "TrentService.Encrypt": {
        if (Buffer.from(call.Plaintext ?? "", "base64").length > 4_096) return fail("ValidationException");
        const CiphertextBlob = randomBytes(16).toString("base64");
        kept.set(CiphertextBlob, { plaintext: call.Plaintext ?? "", for: owner });
        return c.json({ CiphertextBlob, KeyId: call.KeyId, EncryptionAlgorithm: "SYMMETRIC_DEFAULT" });
      }
      case "TrentService.Decrypt": {
        const found = kept.get(call.CiphertextBlob ?? "");
        if (found?.for !== owner) return fail("InvalidCiphertextException");
        return c.json({ Plaintext: found.plaintext, KeyId: call.KeyId });
      }
      default:
        return fail("UnknownOperationException");
    }
  });
  return { fetch: app.fetch };
}
