import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "react-router-dom";
import { externalIdQuery } from "../../../api/elasticache-changes.ts";
import { paths } from "../../../lib/paths.ts";
import { Section } from "../../../ui/Section.tsx";
import { IntegrationForm } from "../aws/IntegrationForm.tsx";
import { SetupSteps } from "../aws/SetupSteps.tsx";

/** The role to create, then the form that connects it. The tab shows its first reading. */
export default function AwsSteps() {
  const navigate = useNavigate();
  const { data: externalId } = useQuery(externalIdQuery);
  return (
    <Section heading="Connect an AWS account">
      <SetupSteps />
      <div className="border-t border-line">
        <IntegrationForm
          integration={undefined}
          externalId={externalId}
          onClose={() => void navigate(paths.aws())}
        />
      </div>
    </Section>
  );
}
