import { may } from "@shardwatch/core/contract/roles";
import { useChangeWatch } from "../api/last-change.ts";
import { useUser } from "../session/session.ts";

/**
 * Reloads the open list soon after a change. As a part of its own, its code loads after the rows. People who see
 * every organization have to choose one.
 */
export default function ChangeWatch({ organization }: { organization: string | undefined }) {
  const seesAll = may(useUser()?.roles ?? [], "seeEveryOrganization");
  useChangeWatch(organization, !seesAll || organization !== undefined);
  return null;
}
