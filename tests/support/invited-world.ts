import { expect } from "vitest";
import { PersonsBrowser } from "./openid-world.ts";
import { firstPerson, signedInByLink, startOwnWorld, tokenOf } from "./own-world.ts";
import type { World } from "./world.ts";

/** The link of an invitation, as its sender gets it. */
export interface Link {
  url: string;
  expiresAt: string;
}

/** An invitation, as its sender gets it. */
export interface Sent {
  id: string;
  link: Link;
  invitee: object;
}

/** A server where people sign in by links, and anybody may be invited. Ada administers it. */
export class InvitedWorld {
  readonly world: World;
  ada: PersonsBrowser;

  constructor(world: World, ada: PersonsBrowser) {
    this.world = world;
    this.ada = ada;
  }

  /** @param by Ada, or another admin */
  async invite(inviteeEmail: string, role = "VIEWER", by = this.ada): Promise<Sent> {
    const answer = await by.call("POST", "/invitations", { inviteeEmail, role });
    expect(answer.status).toBe(201);
    return (await answer.json()) as Sent;
  }

  async use(one: PersonsBrowser, link: { url: string }): Promise<Response> {
    return await one.call("POST", "/sign-in/link", { token: tokenOf(link) });
  }

  async answerOfLooking(link: { url: string }): Promise<Response> {
    return await new PersonsBrowser(this.world).call("POST", "/invitations/look", { token: tokenOf(link) });
  }

  async opened(link: { url: string }): Promise<object> {
    const answer = await this.answerOfLooking(link);
    expect(answer.status).toBe(200);
    return (await answer.json()) as object;
  }

  /**
   * The browser of somebody new, who has joined by a copied link.
   * @param by Ada, or an admin of another organization
   */
  async joined(email: string, role = "VIEWER", by = this.ada): Promise<PersonsBrowser> {
    const one = new PersonsBrowser(this.world);
    expect((await this.use(one, (await this.invite(email, role, by)).link)).status).toBe(200);
    return one;
  }

  /** The browser of somebody with a verified address in another organization. */
  async elsewhere(email: string, role = "VIEWER"): Promise<PersonsBrowser> {
    const one = await signedInByLink(this.world, email);
    const { id } = await one.user();
    const made = await this.ada.call("POST", "/organizations", { name: `Of ${email}` });
    const { id: organizationId } = (await made.json()) as { id: string };
    const moved = await this.ada.call("PUT", `/accounts/${id}`, { organizationId, roles: [role] });
    expect(moved.status).toBe(200);
    return one;
  }

  /** What Ada sees of the invitations that wait, oldest first. */
  async sent(): Promise<object[]> {
    const answer = await this.ada.call("GET", "/organizations/me/invitations");
    return ((await answer.json()) as { invitations: object[] }).invitations;
  }

  async members(): Promise<{ email: string; unverified?: true }[]> {
    const answer = await this.ada.call("GET", "/me/organization/members");
    return ((await answer.json()) as { members: { email: string }[] }).members;
  }

  /** The events of one action in the organization of Ada, or of another admin, newest first. */
  async audited(action: string, by = this.ada): Promise<object[]> {
    const answer = await by.call("GET", `/audit?action=${action}`);
    return ((await answer.json()) as { events: object[] }).events;
  }
}

export async function startInvitedWorld(): Promise<InvitedWorld> {
  const world = await startOwnWorld();
  world.services.settings.inviteAnyone = true;
  return new InvitedWorld(world, await firstPerson(world, "ada@example.com"));
}
