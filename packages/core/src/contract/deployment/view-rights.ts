import { may, type Role } from "../people/roles.ts";

export const longestViewName = 60;

/** Everybody changes and deletes the views that they created. Admins do so with all that are shared. */
export function mayChangeView(
  person: { id: string; roles: readonly Role[] },
  { createdBy }: { createdBy: string },
): boolean {
  return createdBy === person.id || may(person.roles, "manageViews");
}
