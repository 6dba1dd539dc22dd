import type { User } from "@shardwatch/core/contract/user";
import { returnToIn } from "../../lib/return-to.ts";
import { landing } from "../../session/sign-in.ts";

/** Where the sign-in screen leads: to where the person wanted to go, as the address says, or to their start page. */
export const afterSignIn = (user: User, query: URLSearchParams): string => returnToIn(query) ?? landing(user);
