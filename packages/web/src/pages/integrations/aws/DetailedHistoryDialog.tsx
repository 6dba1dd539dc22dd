import type { ElastiCacheIntegration } from "@shardwatch/core/contract/source/elasticache";
import { switchDetailedHistory } from "../../../api/sources/elasticache-changes.ts";
import { counted } from "../../../lib/words/count.ts";
import { showSuccess } from "../../../lib/browser/toasts.ts";
import { useForm } from "../../../lib/use-form.ts";
import { FormDialog } from "../../../ui/popup/FormDialog.tsx";
import { accountOf } from "./columns.tsx";
import { aboutDollars } from "./cost.ts";

interface DetailedHistoryDialogProps {
  account: ElastiCacheIntegration;
  onClose: () => void;
}

/** Switches detailed history of an AWS account. Before it is switched on, it says what AWS will charge. */
export function DetailedHistoryDialog({ account, onClose }: DetailedHistoryDialogProps) {
  const { deploymentId, detailedHistory } = account;
  const verb = detailedHistory.on ? "Turn off" : "Turn on";
  const form = useForm({
    initial: {},
    send: async () => {
      await switchDetailedHistory(deploymentId, !detailedHistory.on);
      showSuccess(`Detailed history turned ${detailedHistory.on ? "off" : "on"}`);
      onClose();
    },
    failure: `Failed to ${verb.toLowerCase()} detailed history`,
  });
  return (
    <FormDialog
      title={`${verb} detailed history`}
      form={form}
      verb={verb}
      pending="Saving…"
      focus="cancel"
      onClose={onClose}
    >
      <div className="grid gap-3">
        {detailedHistory.on ? (
          <p>Shardwatch will only collect memory. What is stored stays in the charts.</p>
        ) : (
          <Price account={account} />
        )}
      </div>
    </FormDialog>
  );
}

function Price({ account }: { account: ElastiCacheIntegration }) {
  const { metrics, dollarsPerMonth } = account.detailedHistory;
  return (
    <>
      <p>
        Once an hour Shardwatch also reads clients, keys, hits, misses and evictions of each node, and the
        commands of serverless caches. The charts then have them for every five minutes.
      </p>
      <p>
        CloudWatch will charge AWS account <span className="figures">{accountOf(account)}</span>{" "}
        <strong>{aboutDollars(dollarsPerMonth ?? 0)} a month</strong>: {counted(metrics ?? 0, "metric")} each
        hour, at $0.01 per 1,000. More nodes cost more.
      </p>
    </>
  );
}
