import { copyText } from "../../lib/browser/copy-text.ts";
import { paths } from "../../lib/address/paths.ts";

/** Copies the address that leads the invitee to the invitation, after signing in. */
export function copyInvitationLink(id: string): void {
  const link = `${location.origin}${paths.profileOrganization(id)}`;
  void copyText(link, "Link copied", "Failed to copy the link to the clipboard");
}
