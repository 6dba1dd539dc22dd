import { ownOrganization } from "@shardwatch/core/access/scope";
import type { MemberActor, ReaderActor } from "@shardwatch/core/access/actor";
import { allow, noToken } from "@shardwatch/functions/api/allow";
import { route } from "@shardwatch/functions/api/route";
import { deploymentsOf } from "@shardwatch/core/deployment/rows/deployment.keys";

/*
 * These faults must not compile. Each follows a comment with which the compiler expects an error, and which
 * fails without one. Beside each fault is the correct form.
 */
const declaration = { method: "get", path: "/extra", responses: {} } as const;
declare const actor: MemberActor;
const { middleware } = allow.member(noToken);

export const withAccess = route({ ...allow.member("read"), ...declaration });
export const forPeopleAlone = route({ ...allow.member(noToken), ...declaration });

// @ts-expect-error a route without a word about tokens
export const withoutScope = route({ "x-access": "member", middleware, ...declaration });

// @ts-expect-error a scope that is none
export const withUnknownScope = route({ ...allow.member("everything"), ...declaration });

// @ts-expect-error a route without its word of access
export const withoutAccess = route({ ...declaration });

// @ts-expect-error a word of access without its guard
export const withoutGuard = route({ "x-access": "member", "x-scope": null, ...declaration });

// @ts-expect-error a guard without its word of access
export const withoutWord = route({ middleware: allow.member(noToken).middleware, ...declaration });

// @ts-expect-error a word that is none of the six
export const withUnknownWord = route({ ...allow.member(noToken), "x-access": "friend", ...declaration });

const own = ownOrganization(actor);
export const scopedQuery = own && deploymentsOf(own);

// @ts-expect-error a query whose organization nobody was allowed to use
export const unscopedQuery = deploymentsOf(actor.organizationId ?? "");

declare const reader: ReaderActor;

// @ts-expect-error a verb for people alone behind a guard that lets programs in
export const asPerson: MemberActor = reader;
