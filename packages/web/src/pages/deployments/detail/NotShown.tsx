import { Building2, SearchX } from "lucide-react";
import { Link, useLocation } from "react-router-dom";
import { choicesOf, isNotFound } from "../../../lib/errors.ts";
import { buttonClass } from "../../../ui/form/Button.tsx";
import { EmptyState } from "../../../ui/state/EmptyState.tsx";
import { ErrorState } from "../../../ui/state/ErrorState.tsx";
import { wayBack } from "./way-back.ts";

interface NotShownProps {
  error: unknown;
  /** The headline when it could not be loaded. */
  failure?: string;
  /** The page's address in an organization, for a person who has to choose one of several. */
  addressIn: (organization: string) => string;
  onRetry: () => void;
}

/** Shown instead of a deployment. */
export function NotShown({
  error,
  failure = "Unable to Load Deployment",
  addressIn,
  onRetry,
}: NotShownProps) {
  const { search } = useLocation();
  const choices = choicesOf(error);
  return (
    <div className="panel">
      {isNotFound(error) ? (
        <EmptyState
          asPage
          icon={SearchX}
          title="Deployment not found"
          action={
            <Link to={wayBack(search).address} className={buttonClass()}>
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
              {choices.map(({ id, name }) => (
                <Link key={id} to={addressIn(id)} className={buttonClass()}>
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
          title={failure}
          text="There has been an error and we are investigating. Please try again later."
          error={error}
          onRetry={onRetry}
        />
      )}
    </div>
  );
}
