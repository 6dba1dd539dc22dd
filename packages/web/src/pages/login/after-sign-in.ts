import type { User } from "@shardwatch/core/contract/user";
import { safeReturnTo } from "../../lib/return-to.ts";
import { landing } from "../../session/sign-in.ts";

/** Where the sign-in screen leads: to where the person wanted to go, as the address says, or to their start page. */
export const afterSignIn = (user: User, query: URLSearchParams): string =>
  safeReturnTo(query.get("returnTo")) ?? landing(user);
