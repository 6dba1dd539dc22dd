import type { Deployment } from "@shardwatch/core/contract/deployment/deployment";
import { isRead } from "@shardwatch/core/contract/source/source";
import { ShieldCheck } from "lucide-react";
import { Link, useLocation } from "react-router-dom";
import { paths } from "../../../lib/address/paths.ts";
import { textLinkClass } from "../../../ui/text/TextLink.tsx";

/** Leads to what is kept of the last report, and what was asked of the servers. */
export function PrivacyLink({ deployment: { id, source } }: { deployment: Deployment }) {
  const { search } = useLocation();
  return (
    <Link to={paths.deploymentPrivacy(id, search)} className={`${textLinkClass} justify-self-start text-sm`}>
      <ShieldCheck aria-hidden className="size-4" />
      {isRead(source) ? "What Shardwatch reads of it" : "What left the host, and which commands were sent"}
    </Link>
  );
}
