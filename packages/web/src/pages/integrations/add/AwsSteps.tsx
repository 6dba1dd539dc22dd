import { useQuery } from "@tanstack/react-query";
import type { ElastiCacheIntegration } from "@shardwatch/core/contract/source/elasticache";
import { useState } from "react";
import { Link, useNavigate } from "react-router-dom";
import { elastiCacheQuery } from "../../../api/sources/elasticache.ts";
import { externalIdQuery } from "../../../api/sources/elasticache-changes.ts";
import { counted } from "../../../lib/words/count.ts";
import { config } from "../../../lib/settings/config.ts";
import { paths } from "../../../lib/address/paths.ts";
import { useKeep } from "../../../session/chosen-organization.ts";
import { buttonClass } from "../../../ui/form/Button.tsx";
import { Fold } from "../../../ui/section/Fold.tsx";
import { Section } from "../../../ui/section/Section.tsx";
import { IntegrationForm } from "../aws/IntegrationForm.tsx";
import { ManualSteps, QuickCreate } from "../aws/SetupSteps.tsx";
import { ReadingSteps } from "../ReadingSteps.tsx";

/** The link that creates the role, the form that connects it, the steps by hand, then the steps of the first reading. */
export default function AwsSteps() {
  const navigate = useNavigate();
  const keep = useKeep();
  const { quickCreate } = config();
  const { data: externalId } = useQuery(externalIdQuery);
  const [saved, setSaved] = useState<ElastiCacheIntegration>();
  if (saved) return <FirstReading saved={saved} />;
  return (
    <Section heading="Connect an AWS account">
      <div className="grid max-w-4xl gap-6 p-4">
        <QuickCreate />
        {!quickCreate && <ManualSteps />}
      </div>
      <IntegrationForm
        integration={undefined}
        externalId={externalId}
        takesFocus={false}
        onSaved={setSaved}
        onClose={() => void navigate(keep(paths.addSource()), { replace: true })}
      />
      {quickCreate && (
        <div className="max-w-4xl p-4">
          <Fold title="Or create the role by hand">
            <div className="grid gap-6">
              <ManualSteps />
            </div>
          </Fold>
        </div>
      )}
    </Section>
  );
}

function FirstReading({ saved }: { saved: ElastiCacheIntegration }) {
  const { data } = useQuery(elastiCacheQuery);
  const { steps, progress, lastSyncAt, caches } =
    data?.find(({ deploymentId }) => deploymentId === saved.deploymentId) ?? saved;
  return (
    <Section heading="AWS account connected">
      <div className="grid justify-items-start gap-3 p-4">
        <ReadingSteps steps={steps} progress={progress} busy={lastSyncAt === null} />
        {caches !== null && <p>Found: {counted(caches, "cache")}.</p>}
        <div className="flex flex-wrap gap-2">
          <Link to={paths.deployments()} className={buttonClass({ emphasis: "primary" })}>
            Show deployments
          </Link>
          <Link to={paths.sourceTab("elasticache")} className={buttonClass()}>
            AWS accounts
          </Link>
        </div>
      </div>
    </Section>
  );
}
