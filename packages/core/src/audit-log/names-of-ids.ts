import type { ReaderContext } from "../access/context.ts";
import { everyOrganization, type OrganizationId } from "../access/scope.ts";
import { type Account, findAccounts } from "../account/account.ts";
import { rowsOf } from "../agent-key/agent-key.ts";
import type { AuditRow } from "../audit/events.ts";
import { done } from "../contract/people/audited-actions.ts";
import { may } from "../contract/people/roles.ts";
import { isId } from "../kit/ids.ts";
import { entriesOf } from "../token/find.ts";

/** How members see a super admin of another organization. Members know one another, but not them. */
const administrator = "Shardwatch administrator";

/** Finds the names of people, agent keys and tokens for events. It remembers them from page to page. */
export class Names {
  readonly #names = new Map<string, string | null>();
  readonly #ctx: ReaderContext;
  readonly #organization: OrganizationId;

  constructor(ctx: ReaderContext, organization: OrganizationId) {
    this.#ctx = ctx;
    this.#organization = organization;
  }

  /** The name of an account or a key; null when it is gone. `load` must have seen its event. */
  of(id: string | undefined): string | null {
    return (id !== undefined && this.#names.get(id)) || null;
  }

  /** Reads the names that these events need and that are not known yet. */
  async load(events: readonly AuditRow[]): Promise<void> {
    // The event of a revocation has no name of its own. Other events of the same key do.
    for (const { objectId, objectName } of events)
      if (objectId !== undefined && objectName !== undefined) this.#names.set(objectId, objectName);
    const all = new Set(events.flatMap(({ actorId, objectId, personId }) => [actorId, objectId, personId]));
    const unknown = [...all].filter((id) => id !== undefined).filter((id) => !this.#names.has(id));
    const people = unknown.filter((id) => isId("account", id));
    const accounts = await findAccounts(this.#ctx, people);
    const related = new Set(events.flatMap(relatedTo));
    for (const id of people) {
      const name = this.#shown(accounts.get(id), related.has(id));
      // An event of a later page may relate to the account.
      if (name !== null || related.has(id)) this.#names.set(id, name);
    }
    const acts = (kind: AuditRow["actorKind"]) =>
      events.some(({ actorKind, actorId = "" }) => actorKind === kind && !this.#names.has(actorId));
    const [keys, tokens] = await Promise.all([
      acts("accessKey") ? rowsOf(this.#ctx, this.#organization) : [],
      acts("token") ? entriesOf(this.#ctx, this.#organization) : [],
    ]);
    for (const { keyId, name } of keys) this.#names.set(keyId, name);
    for (const { id, name } of tokens) this.#names.set(id, name);
  }

  #shown(account: Account | undefined, isRelated: boolean): string | null {
    if (!account) return null;
    const { organizationId, roles, firstName, lastName, email } = account;
    const mayKnow = organizationId === this.#organization || everyOrganization(this.#ctx.actor) !== undefined;
    if (!mayKnow && !isRelated) return null;
    if (!mayKnow && may(roles, "seeEveryOrganization")) return administrator;
    // Emails of people who are no members are not shown to members.
    return `${firstName} ${lastName}`.trim() || (mayKnow ? email : null);
  }
}

/** The ids of an event that concern the organization. A refused request may name any id, also a guessed one. */
const relatedTo = ({ actorId, objectId, personId, result }: AuditRow) =>
  result === done ? [actorId, objectId, personId] : [actorId];
