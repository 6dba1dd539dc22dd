import type { OwnRule } from "@shardwatch/core/contract/incident/own-rule";
import type { WatchingRule } from "@shardwatch/core/contract/incident/rule-list";
import { whyManaged } from "@shardwatch/core/contract/source/rights";
import { Section } from "../../../../ui/section/Section.tsx";
import { Fact, Facts } from "../../../../ui/text/Facts.tsx";
import { Foreign } from "../../../../ui/text/Foreign.tsx";
import { ManagedBadge } from "../../../../ui/text/ManagedBadge.tsx";
import { TimeAgo } from "../../../../ui/text/TimeAgo.tsx";
import { SentTo } from "../SentTo.tsx";

interface ReadRuleProps {
  rule: WatchingRule;
  own: OwnRule;
  /** Why the person can't change it; undefined where its file is the reason. */
  why: string | undefined;
}

/** A rule in words, for those who can't change it. */
export function ReadRule({ rule, own, why }: ReadRuleProps) {
  const { advice, changedBy, changedAt, managedBy } = own;
  return (
    <Section heading="Rule" action={managedBy && <ManagedBadge />}>
      <div className="grid gap-4 p-4">
        <p className="text-lg wrap-anywhere">
          <Foreign>{rule.condition}.</Foreign>
        </p>
        {advice !== "" && (
          <p className="wrap-anywhere whitespace-pre-line">
            <Foreign>{advice}</Foreign>
          </p>
        )}
        <Facts>
          <Fact name="Sent to">
            <SentTo rule={rule} />
          </Fact>
          <Fact name="Last changed">
            <TimeAgo date={changedAt} /> by <Foreign>{changedBy.name ?? "a deleted account"}</Foreign>
          </Fact>
        </Facts>
        <p className="text-muted">{why ?? whyManaged}</p>
      </div>
    </Section>
  );
}
