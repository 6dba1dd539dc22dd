import { CircleAlert } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { isRouteErrorResponse, Link, useRouteError } from "react-router-dom";
import { describeError, isTooMany } from "../lib/errors.ts";
import { paths } from "../lib/address/paths.ts";
import { Button, buttonClass } from "../ui/form/Button.tsx";
import { LegalLinks } from "./public/LegalLinks.tsx";
import { NotFound } from "./NotFound.tsx";
import { PublicFrame } from "./public/PublicFrame.tsx";

interface FailureProps {
  heading: string;
  text: string;
  requestId?: string | undefined;
  children?: ReactNode;
}

/** Shows why a whole page failed, with a retry and other links. */
export function Failure({ heading, text, requestId, children }: FailureProps) {
  return (
    <div role="alert" className="grid justify-items-center gap-5 py-10 text-center">
      <title>{`${heading} - Shardwatch`}</title>
      <div className="grid justify-items-center gap-2">
        <CircleAlert aria-hidden className="mb-1 size-8 text-bad" />
        <h1 tabIndex={-1} className="max-w-prose">
          <span className="block text-lg font-semibold">{heading}:</span>{" "}
          <span className="block text-muted">{text}</span>
        </h1>
        {requestId && <p className="font-mono text-xs break-all text-faint">Request {requestId}</p>}
      </div>
      <div className="flex flex-wrap justify-center gap-2">
        <Button onClick={() => location.reload()}>Retry</Button>
        {children}
      </div>
    </div>
  );
}

/**
 * The error boundary inside the layout. It logs the error and shows a sentence and two actions. For a route
 * that throws 404 it shows "not found". For 429 it shows when to retry.
 */
export function PageError() {
  const error = useRouteError();
  const missing = isRouteErrorResponse(error) && error.status === 404;
  useEffect(() => {
    if (!missing) console.error("A page failed", error);
  }, [error, missing]);
  if (missing) return <NotFound />;
  const wait = isTooMany(error) ? describeError(error).headline : undefined;
  return (
    <Failure
      heading={wait ? "Please Wait" : "Unexpected Error"}
      text={wait ?? "There has been an error and we are investigating. Please try again later."}
      requestId={describeError(error).requestId}
    >
      <Link to={paths.deployments()} className={buttonClass()}>
        Go to Deployments
      </Link>
    </Failure>
  );
}

/** The same without the layout: on public pages, and when the session could not be checked. */
export function RootError() {
  return (
    <PublicFrame>
      <PageError />
      <LegalLinks />
    </PublicFrame>
  );
}
