import type { Feed } from "@shardwatch/core/contract/deployment";
import { Disclosure } from "../../../ui/Disclosure.tsx";
import { FeedList } from "../FeedList.tsx";

/** The sources that report a deployment. */
export function FeedsSection({
  feeds,
  own,
}: {
  feeds: readonly Feed[];
  /** Whether they belong to the person's own organization, and so are among its integrations. */
  own: boolean;
}) {
  const names = feeds.map(({ name }) => name);
  const summary = names.length > 2 ? `${names.length} sources` : names.join(", ") || "nothing at the moment";
  return (
    <Disclosure title="Reported by" summary={summary}>
      {feeds.length > 0 ? (
        <FeedList feeds={feeds} linked={own} />
      ) : (
        <p className="text-muted">No API key or integration of the organization reports it now.</p>
      )}
    </Disclosure>
  );
}
