import { useDeployments } from "../../api/fleet/use-deployments.ts";

/**
 * The rows of the list. With figures as soon as all of them have come, and without until then. Rows that are known
 * stay while figures load, and when they can't be loaded.
 */
export function useList(organization: string | undefined, wantsFigures: boolean) {
  const figures = useDeployments(organization, { figures: true, enabled: wantsFigures });
  const hasFigures = wantsFigures && figures.data !== undefined && !figures.hasNextPage;
  const fails = wantsFigures && !hasFigures && figures.isError;
  const plain = useDeployments(organization, { enabled: !hasFigures, further: !wantsFigures || fails });
  return {
    list: hasFigures ? figures : plain,
    hasFigures,
    /** Why there are no figures, where they can't be loaded. */
    figuresError: fails ? figures.error : undefined,
    refetch: () =>
      Promise.all([...(hasFigures ? [] : [plain.refetch()]), ...(wantsFigures ? [figures.refetch()] : [])]),
  };
}
