import { useMay } from "../../../session/session.ts";
import { useShowsOwn } from "../../../session/shows-own.ts";

/** Why the person can't change the rules that are shown; undefined when they can. */
export function useWhyNotRules(): string | undefined {
  const manages = useMay("manageOrganization");
  const isOwn = useShowsOwn();
  if (!isOwn) return "Only an organization's own people change its rules.";
  return manages ? undefined : "Only admins of the organization change its rules.";
}
