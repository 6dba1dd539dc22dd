import { type UseQueryOptions, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link, useLocation } from "react-router-dom";
import { paths } from "../../lib/address/paths.ts";
import { ApiError, codeOf, describeError } from "../../lib/errors.ts";
import { Card } from "../../layout/public/Card.tsx";
import { FrontFrame } from "../../layout/public/FrontFrame.tsx";
import { LegalLinks } from "../../layout/public/LegalLinks.tsx";
import { linkQueries } from "../../session/sign-in-link.ts";
import { Button, buttonClass } from "../../ui/form/Button.tsx";
import { Problem } from "../../ui/state/Problem.tsx";

/** The secret behind the "#" of a link, which no server has seen. */
const tokenOf = (hash: string): string | undefined => /^#([\w-]{43})$/.exec(hash)?.[1];

interface LinkFrameProps<Answer, Key extends readonly unknown[]> {
  /** The page's heading until it is known where the link leads. */
  heading: string;
  /** What the link leads to. */
  query: (token: string) => UseQueryOptions<Answer, Error, Answer, Key>;
  /** What to do about a link that can't be used any more. */
  advice: (code: string | undefined) => string;
  /** How to get another one. */
  help?: ReactNode;
  children: (answer: Answer, token: string) => ReactNode;
}

/** The page of a link. To open it uses nothing up: programs that look at mails open every link. */
export function LinkFrame<Answer, Key extends readonly unknown[]>(props: LinkFrameProps<Answer, Key>) {
  // Another link in the same tab changes only what is behind the "#".
  const token = tokenOf(useLocation().hash);
  return (
    <FrontFrame>
      {token === undefined ? (
        <Card heading="This link isn't whole" text="Copy all of it, to its end, and open it again.">
          {props.help}
          <ToSignIn />
        </Card>
      ) : (
        <Opened key={token} token={token} {...props} />
      )}
      <LegalLinks />
    </FrontFrame>
  );
}

const ToSignIn = () => (
  <Link to={paths.login()} className={buttonClass({ size: "large" })}>
    Go to sign-in
  </Link>
);

function Opened<Answer, Key extends readonly unknown[]>({
  token,
  heading,
  query,
  advice,
  help,
  children,
}: LinkFrameProps<Answer, Key> & { token: string }) {
  const { data, error, isError, refetch } = useQuery(query(token), linkQueries);
  if (data !== undefined) return children(data, token);
  if (error instanceof ApiError && error.status === 409)
    return (
      <Card heading={describeError(error).headline.replace(/\.$/, "")} text={advice(codeOf(error))}>
        {help}
        <ToSignIn />
      </Card>
    );
  return (
    <Card heading={heading} text={isError ? undefined : "Looking at the link…"}>
      <Problem problem={isError ? describeError(error, "Can't look at the link") : undefined}>
        <Button className="justify-self-start" onClick={() => void refetch()}>
          Retry
        </Button>
      </Problem>
    </Card>
  );
}
