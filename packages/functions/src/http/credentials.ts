import { authenticate } from "@shardwatch/core/agent-key/agent-key";
import type { Services } from "@shardwatch/core/access/context";
import { recognize } from "@shardwatch/core/session/session";
import type { Context } from "hono";
import { sessionCookie } from "./cookies.ts";
import { keyIn } from "./identify.ts";

/** A credential that a request may have. `came`: whether there is one; `belongs`: whether it is right. */
interface Credential {
  came: (c: Context, services: Services) => boolean;
  belongs: (c: Context, services: Services) => Promise<boolean>;
}

/** Every kind of credential that the API takes. What is missing here counts as a stranger's request. */
const credentials: readonly Credential[] = [
  {
    came: (c, services) => sessionCookie(c, services) !== undefined,
    belongs: async (c, services) => {
      const cookie = sessionCookie(c, services);
      return cookie !== undefined && (await recognize(services, cookie)) !== undefined;
    },
  },
  {
    came: (c) => keyIn(c.req.header("authorization")) !== undefined,
    belongs: async (c, services) => {
      const key = keyIn(c.req.header("authorization"));
      return key !== undefined && (await authenticate(services, key)) !== undefined;
    },
  },
];

/** Whether a request has any credential, right or wrong. */
export const hasCredential = (c: Context, services: Services): boolean =>
  credentials.some(({ came }) => came(c, services));

/** Whether one of the credentials of a request is right. Costs a read for each that came. */
export async function isKnown(c: Context, services: Services): Promise<boolean> {
  for (const { came, belongs } of credentials)
    if (came(c, services) && (await belongs(c, services))) return true;
  return false;
}
