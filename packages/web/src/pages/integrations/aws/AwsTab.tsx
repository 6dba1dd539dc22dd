import { config } from "../../../lib/config.ts";
import { CodeBlock } from "../../../ui/CodeBlock.tsx";
import { Section } from "../../../ui/Section.tsx";
import { Step, Steps } from "../setup/Step.tsx";
import { inventoryPolicy, metricsPolicy, placeholderAccountId, roleName } from "./policies.ts";

/** How a role is made in the customer's AWS account by which we read its ElastiCache. */
export function Component() {
  return (
    <Section heading="AWS ElastiCache">
      <div className="grid max-w-4xl gap-6 p-4">
        <p className="max-w-prose text-muted">
          A role in your AWS account lets Shardwatch read what ElastiCache tells of its clusters. It is no
          login to Redis, and changes nothing.
        </p>
        <Steps>
          <Step number={1} title="Create an IAM role">
            <p>
              In the AWS console open IAM, then Roles, then Create role. Choose &quot;AWS account&quot;, then
              &quot;Another AWS account&quot;, with this account id.
            </p>
            <CodeBlock title="AWS account id" code={config().awsAccountId ?? placeholderAccountId} />
          </Step>
          <Step number={2} title="Attach read-only policies">
            <p>This one lists clusters and nodes.</p>
            <CodeBlock title="Managed policy" code={inventoryPolicy} />
            <p>
              This one reads memory figures and the names of your regions. CloudWatch cannot narrow it to
              ElastiCache: it can read other metrics too, and no logs.
            </p>
            <CodeBlock title="Inline policy" code={metricsPolicy} />
          </Step>
          <Step number={3} title="Name the role">
            <CodeBlock title="Role name" code={roleName} />
          </Step>
          <Step number={4} title="Copy the role ARN">
            <p>
              It stands on the page of the role and looks like{" "}
              <code className="font-mono text-sm break-all">arn:aws:iam::111122223333:role/{roleName}</code>.
            </p>
          </Step>
        </Steps>
      </div>
    </Section>
  );
}
