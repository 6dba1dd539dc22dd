import type { DeploymentSource } from "@shardwatch/core/contract/source/source";
import { useNamedSources } from "../sources/named-sources.ts";
import { Foreign } from "../ui/text/Foreign.tsx";

/** The name of the agent key or the account that reports a deployment. Its id, as long as no name is known. */
export function ReportedBy({ source, via }: { source: DeploymentSource; via: string }) {
  const named = useNamedSources([source])(via);
  return (
    <span className="block truncate" title={named?.agent === undefined ? via : `Agent ${named.agent}`}>
      <Foreign className={named ? "" : "text-faint"}>{named?.name ?? via}</Foreign>
    </span>
  );
}
