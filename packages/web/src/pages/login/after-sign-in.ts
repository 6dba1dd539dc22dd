import type { User } from "@shardwatch/core/contract/user";
import { returnToIn } from "../../lib/return-to.ts";
import { landing } from "../../session/sign-in.ts";

/** The page after signing in: the one in the address's query, or the person's start page. */
export const afterSignIn = (user: User, query: URLSearchParams): string => returnToIn(query) ?? landing(user);
