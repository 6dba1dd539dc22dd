import type { Deployment } from "@shardwatch/core/contract/deployment/deployment";
import { day } from "../../../../lib/time/absolute-time.ts";
import { Disclosure } from "../../../../ui/section/Disclosure.tsx";
import { Fact, Facts } from "../../../../ui/text/Facts.tsx";
import { useExpiry } from "./license.ts";

/** Which certificate it is: an agent connects to the servers of a deployment, or to the REST API of a cluster. */
const whose = (type: Deployment["type"]) =>
  type === "ENTERPRISE"
    ? "Of the cluster's REST API, as the agent's connection shows it."
    : "Of the servers that the agent connects to: the first one to end. A new one is noticed within six hours.";

/** The end of the TLS certificate, with the days that are left. */
export function CertificateSection({ end, type }: { end: string; type: Deployment["type"] }) {
  const valid = useExpiry(end);
  return (
    <Disclosure
      title="Certificate"
      summary={valid && <span className={valid.tone}>{`${valid.text} (${day(end)})`}</span>}
    >
      <div className="grid gap-4">
        <Facts>
          <Fact name="Certificate ends">
            {day(end)}
            {valid && <span className={`block text-sm ${valid.tone || "text-muted"}`}>{valid.text}</span>}
          </Fact>
        </Facts>
        <p className="max-w-prose text-sm text-muted">{whose(type)}</p>
      </div>
    </Disclosure>
  );
}
