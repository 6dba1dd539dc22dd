import { Building2, SearchX } from "lucide-react";
import { Link } from "react-router-dom";
import { buttonClass } from "../../../ui/form/Button.tsx";
import { EmptyState } from "../../../ui/state/EmptyState.tsx";
import { ErrorState } from "../../../ui/state/ErrorState.tsx";

interface NotShownProps {
  /** The address of the list. */
  back: string;
  /** Whether there is no such deployment, or none that the person may see. */
  missing: boolean;
  /** The deployments with one id, when several organizations have it and the address names none. */
  choices: readonly { name: string; address: string }[];
  error: unknown;
  onRetry: () => void;
}

/** Shown instead of a deployment. */
export function NotShown({ back, missing, choices, error, onRetry }: NotShownProps) {
  return (
    <div className="panel">
      {missing ? (
        <EmptyState
          asPage
          icon={SearchX}
          title="Deployment not found"
          action={
            <Link to={back} className={buttonClass()}>
              View all deployments
            </Link>
          }
        >
          The deployment you're looking for could not be found.
        </EmptyState>
      ) : choices.length > 0 ? (
        <EmptyState
          asPage
          icon={Building2}
          title="Choose an organization"
          action={
            <div className="flex flex-wrap justify-center gap-2">
              {choices.map(({ name, address }) => (
                <Link key={address} to={address} className={buttonClass()}>
                  <bdi className="break-words">{name}</bdi>
                </Link>
              ))}
            </div>
          }
        >
          Several organizations have a deployment with this ID.
        </EmptyState>
      ) : (
        <ErrorState
          asPage
          title="Unable to Load Deployment"
          text="There has been an error and we are investigating. Please try again later."
          error={error}
          onRetry={onRetry}
        />
      )}
    </div>
  );
}
