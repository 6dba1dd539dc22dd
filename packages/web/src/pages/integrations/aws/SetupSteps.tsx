import { useQuery } from "@tanstack/react-query";
import { ExternalLink } from "lucide-react";
import { memoryIntervalMinutes, nearlyFull } from "@shardwatch/core/contract/memory-interval";
import { describeError } from "../../../lib/errors.ts";
import { externalIdQuery } from "../../../api/elasticache-changes.ts";
import { config } from "../../../lib/config.ts";
import { Button, buttonClass } from "../../../ui/Button.tsx";
import { CodeBlock } from "../../../ui/CodeBlock.tsx";
import { Problem } from "../../../ui/Problem.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
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
  const { awsAccountId = placeholderAccountId, quickCreate } = config();
  const { data: externalId, error, refetch } = useQuery(externalIdQuery);
  return (
    <div className="grid max-w-4xl gap-6 p-4">
      <p className="max-w-prose text-muted">
        A role in your AWS account lets Shardwatch read what ElastiCache tells of its clusters. It is no login
        to Redis, and changes nothing.
      </p>
      {error && (
        <Problem problem={describeError(error, "Failed to load the external ID of your organization")}>
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
            Everything is filled in; the stack&apos;s output is the role ARN. Or take the four steps by hand:
          </p>
        </div>
      )}
      <Steps>
        <Step number={1} title="Create an IAM role">
          <p>
            In the AWS console open IAM, then Roles, then Create role. Choose &quot;AWS account&quot;, then
            &quot;Another AWS account&quot; with this account ID, and &quot;Require external ID&quot; with
            this ID. It is your organization&apos;s own, and without it nobody gets in.
          </p>
          <CodeBlock title="AWS account ID" code={awsAccountId} />
          {externalId ? (
            <>
              <CodeBlock title="External ID" code={externalId} />
              <p>That makes this trust policy:</p>
              <CodeBlock title="Trust policy" code={trustPolicy(awsAccountId, externalId)} />
            </>
          ) : (
            !error && <Skeleton className="h-10 w-full" />
          )}
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
      <p className="max-w-prose text-sm text-muted">
        What it costs you: AWS bills the metrics that are asked for, $0.01 for 1,000. Shardwatch asks for one
        metric per shard every {memoryIntervalMinutes} minutes, {monthlyCost.usual.metrics} a month (
        {monthlyCost.usual.dollars}), and every 5 minutes for caches that are more than {nearlyFull * 100}%
        full ({monthlyCost.most.dollars}). Listing caches is free.
      </p>
    </div>
  );
}
