import { may } from "@shardwatch/core/contract/roles";
import { useChangeWatch } from "../api/last-change.ts";
import { useUser } from "../session/session.ts";
import { useSparklines } from "./use-sparklines.ts";

/**
 * What a list does when its rows are there: it draws their sparklines, and reloads soon after a change. Its code loads
 * after the rows. People who see every organization have to choose one to hear of changes.
 */
export default function AfterRows({ organization }: { organization: string | undefined }) {
  const seesAll = may(useUser()?.roles ?? [], "seeEveryOrganization");
  useChangeWatch(organization, !seesAll || organization !== undefined);
  useSparklines();
  return null;
}
