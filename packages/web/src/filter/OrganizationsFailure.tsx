import { useQuery } from "@tanstack/react-query";
import { CircleAlert } from "lucide-react";
import { describeError } from "../lib/errors.ts";
import { organizationsQuery } from "../api/people/organizations.ts";
import { Button } from "../ui/form/Button.tsx";

const headline = "Failed to load organizations";

/**
 * Says that the organizations failed to load. Without them the filter has no choices and the rows have no
 * names.
 */
export default function OrganizationsFailure() {
  const { error, isLoadingError, isFetching, refetch } = useQuery(organizationsQuery);
  if (!isLoadingError || isFetching) return null;
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-x-2 gap-y-1 border-t border-line bg-bad-soft px-4 py-2 text-sm"
    >
      <CircleAlert aria-hidden className="size-4 shrink-0 text-bad" />
      <span className="font-medium text-bad">{headline}</span>
      <span>{describeError(error, headline).detail}</span>
      <Button onClick={() => void refetch()}>Retry</Button>
    </div>
  );
}
