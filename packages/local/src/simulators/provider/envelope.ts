import type { Context } from "hono";
import { type Faults, withoutCode } from "./faults.ts";

type Status = 400 | 401 | 403 | 404 | 409 | 429 | 500;

interface More {
  /** A text that holds JSON. */
  params?: string;
  message?: string;
}

/** The provider's error envelope of /login and most 4xx answers: `errors` is an object. */
export function refuse(context: Context, status: Status, code: string | undefined, more: More = {}) {
  return context.json({ errors: { status, code, ...more } }, status);
}

/** The same code in the shape that the control page chose: an object, a text that holds JSON, or a list in a 200. */
export function refuseKey(context: Context, faults: Faults) {
  const code = faults.keyError === withoutCode ? undefined : faults.keyError;
  const status = /^(insufficient|forbidden)/.test(faults.keyError) ? 403 : 400;
  switch (faults.keyErrorShape) {
    case "object":
      return refuse(context, status, code);
    case "json-string": {
      const params = [{ key: "user", value: "simulated" }];
      return context.json(
        { errors: JSON.stringify([{ field_name: "name", error_code: code, params }]) },
        status,
      );
    }
    case "array":
      return context.json({ errors: [{ field_name: "name", error_code: code, params: [] }] });
    case "array-of-text":
      return context.json({ errors: [code ?? "Something went wrong"] });
  }
}
