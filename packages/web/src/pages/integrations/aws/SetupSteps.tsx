import { useQuery } from "@tanstack/react-query";
import { ExternalLink } from "lucide-react";
import { memoryIntervalMinutes, nearlyFull } from "@shardwatch/core/contract/history/memory-interval";
import { describeError } from "../../../lib/errors.ts";
import { externalIdQuery } from "../../../api/sources/elasticache-changes.ts";
import { config } from "../../../lib/settings/config.ts";
import { Button, buttonClass } from "../../../ui/form/Button.tsx";
import { CodeBlock } from "../../../ui/text/CodeBlock.tsx";
import { Problem } from "../../../ui/state/Problem.tsx";
import { Skeleton } from "../../../ui/state/Skeleton.tsx";
import { Step, Steps } from "../../../sources/setup/Step.tsx";
import { monthlyCost } from "./cost.ts";
import {
  inventoryPolicy,
  metricsPolicy,
  placeholderAccountId,
  quickCreateLink,
  roleName,
  trustPolicy,
} from "./policies.ts";

/** How to create the role in the customer's AWS account that lets us read its ElastiCache. */
export function SetupSteps() {
  return (
    <div className="grid max-w-4xl gap-6 p-4">
      <QuickCreate />
      <ManualSteps />
    </div>
  );
}

/** What the role is for, and the link that creates it with CloudFormation. */
export function QuickCreate() {
  const { awsAccountId = placeholderAccountId, quickCreate } = config();
  const { data: externalId, error, refetch } = useQuery(externalIdQuery);
  return (
    <>
      <p className="text-muted">
        Shardwatch reads ElastiCache metadata through a read-only IAM role. It can't log in to Redis or change
        anything.
      </p>
      {error && (
        <Problem problem={describeError(error, "Couldn't load your organization's external ID")}>
          <Button className="justify-self-start" onClick={() => void refetch()}>
            Retry
          </Button>
        </Problem>
      )}
      {quickCreate && externalId && (
        <div className="grid justify-items-start gap-2">
          <a
            className={buttonClass()}
            href={quickCreateLink(quickCreate, awsAccountId, externalId)}
            target="_blank"
            rel="noopener noreferrer"
          >
            Create the role with CloudFormation
            <ExternalLink aria-hidden className="size-3.5" />
            <span className="sr-only">(opens AWS in a new tab)</span>
          </a>
          <p className="text-sm text-muted">
            Everything is pre-filled. When the stack is complete, copy the role ARN from Outputs.
          </p>
        </div>
      )}
    </>
  );
}

/** The four steps by hand, and what the readings cost. */
export function ManualSteps() {
  const { awsAccountId = placeholderAccountId } = config();
  const { data: externalId, error } = useQuery(externalIdQuery);
  return (
    <>
      <Steps>
        <Step number={1} title="Create an IAM role">
          <p>
            In the AWS console open IAM, then Roles, then Create role. Choose &quot;AWS account&quot;, then
            &quot;Another AWS account&quot; with this account ID, and "Require external ID" with this ID. It's
            unique to your organization.
          </p>
          <CodeBlock title="AWS account ID" code={awsAccountId} />
          {externalId ? (
            <>
              <CodeBlock title="External ID" code={externalId} />
              <p>Resulting trust policy:</p>
              <CodeBlock title="Trust policy" code={trustPolicy(awsAccountId, externalId)} />
            </>
          ) : (
            !error && <Skeleton className="h-10 w-full" />
          )}
        </Step>
        <Step number={2} title="Attach read-only policies">
          <p>This managed policy lists clusters and nodes.</p>
          <CodeBlock title="Managed policy" code={inventoryPolicy} />
          <p>
            This inline policy reads memory metrics and region names. CloudWatch permissions can't be limited
            to ElastiCache, so this policy can read all metrics, but no logs.
          </p>
          <CodeBlock title="Inline policy" code={metricsPolicy} />
        </Step>
        <Step number={3} title="Name the role">
          <CodeBlock title="Role name" code={roleName} />
        </Step>
        <Step number={4} title="Copy the role ARN">
          <p>
            You'll find it on the role's page in IAM. It looks like{" "}
            <code className="font-mono text-sm break-all">arn:aws:iam::111122223333:role/{roleName}</code>.
          </p>
        </Step>
      </Steps>
      <p className="text-sm text-muted">
        AWS cost: CloudWatch charges $0.01 per 1,000 metrics requested. Shardwatch requests one metric per
        shard every {memoryIntervalMinutes} minutes, {monthlyCost.usual.metrics} a month (
        {monthlyCost.usual.dollars}), and every 5 minutes for caches that are more than {nearlyFull * 100}%
        full ({monthlyCost.most.dollars}). Listing caches is free. Detailed history is an option and off until
        you switch it on: it adds {monthlyCost.detailed.dollars} a month for each node.
      </p>
    </>
  );
}
