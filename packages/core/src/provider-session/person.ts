import {
  allRoles,
  initialRole,
  type Role,
  rolesBeyondOrganization,
  strongestOf,
} from "../contract/people/roles.ts";
import { isEmail } from "../kit/email.ts";
import { foreignName } from "../kit/foreign-text.ts";
import type { Identity, RedirectFault } from "../ports/identity.ts";
import type { Claims } from "../ports/openid.ts";

/** How the claims of a provider are read. */
export interface ClaimRules {
  issuer: string;
  /** The claim with the names of the person's groups. */
  groupsClaim: string;
  /** Whether emails count although the provider does not say that they are verified. A clear no is never overruled. */
  vouchesForEmails: boolean;
  groups: GroupRules;
}

/** Names of groups at the provider. */
export interface GroupRules {
  /** Those that give a role. None for the role of newcomers: everybody who gets in has at least that one. */
  byRole: Readonly<Record<Role, readonly string[]>>;
  /** A person needs one of them to get in; empty: none is needed. */
  required: readonly string[];
}

export type Person =
  | { outcome: "known"; identity: Identity }
  | {
      outcome: "refused";
      fault: Extract<RedirectFault, "invalid" | "noEmail" | "unverifiedEmail" | "noGroup">;
    };

/** The person that the claims describe, or why they may not sign in. */
export function personOf(claims: Claims, rules: ClaimRules): Person {
  const { sub, email } = claims;
  if (typeof sub !== "string" || !/^[\x20-\x7e]{1,255}$/.test(sub)) return refused("invalid");
  if (!isEmail(email)) return refused("noEmail");
  const verified = claims["email_verified"] ?? rules.vouchesForEmails;
  if (verified !== true) return refused("unverifiedEmail");
  const groups = groupsOf(claims[rules.groupsClaim]);
  const isIn = (names: readonly string[]) => names.some((name) => groups.has(name));
  if (rules.groups.required.length > 0 && !isIn(rules.groups.required)) return refused("noGroup");
  const roles = rolesOf(rules.groups, isIn);
  if (roles?.length === 0) return refused("noGroup");
  const [first = "", ...rest] = text(claims, "name").split(/\s+/);
  const identity: Identity = {
    // An issuer has no space, so that no two pairs give the same id.
    redisCloudId: `${rules.issuer} ${sub}`,
    email,
    firstName: text(claims, "given_name") || first,
    lastName: text(claims, "family_name") || rest.join(" "),
    company: undefined,
    ...(roles && { roles }),
    groups: [...groups],
  };
  return { outcome: "known", identity };
}

const refused = (fault: Extract<Person, { outcome: "refused" }>["fault"]): Person => ({
  outcome: "refused",
  fault,
});

/** The roles by the person's groups; undefined where no group gives a role. */
function rolesOf({ byRole }: GroupRules, isIn: (names: readonly string[]) => boolean): Role[] | undefined {
  if (allRoles.every((role) => byRole[role].length === 0)) return undefined;
  const given = allRoles.filter((role) => isIn(byRole[role]));
  const [above, within] = [rolesBeyondOrganization(given), strongestOf(given)];
  if (within) return [...above, within];
  const { newcomer } = initialRole;
  return above.length > 0 || byRole[newcomer].length === 0 ? [...above, newcomer] : [];
}

/** Some providers send a single group as a text. */
function groupsOf(claim: unknown): Set<string> {
  const names: unknown[] = Array.isArray(claim) ? claim : [claim];
  return new Set(names.filter((name) => typeof name === "string"));
}

function text(claims: Claims, name: string): string {
  const content = claims[name];
  return typeof content === "string" ? foreignName(content, 200) : "";
}

const kept = ["sub", "email", "email_verified", "given_name", "family_name", "name"];

/** Those claims that we read; others are not stored. */
export function neededClaims(claims: Claims, { groupsClaim }: ClaimRules): Claims {
  const names = new Set([...kept, groupsClaim]);
  return Object.fromEntries(Object.entries(claims).filter(([name]) => names.has(name)));
}
