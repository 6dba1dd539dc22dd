import { ExternalLink } from "lucide-react";
import type { ReactNode } from "react";
import { Link, useSearchParams } from "react-router-dom";
import { askWhoIAm } from "../../session/me.ts";
import { byRedisCloud, config, openIdName } from "../../lib/settings/config.ts";
import { paths } from "../../lib/address/paths.ts";
import { returnToIn } from "../../lib/address/return-to.ts";
import { Card } from "../../layout/public/Card.tsx";
import { FrontFrame } from "../../layout/public/FrontFrame.tsx";
import { LegalLinks } from "../../layout/public/LegalLinks.tsx";
import { lastSession, rememberSession } from "../../session/last-session.ts";
import { currentUser, startSession, useUser } from "../../session/session.ts";
import { landing } from "../../session/sign-in.ts";
import { signOut } from "../../session/sign-out.ts";
import { Button, buttonClass } from "../../ui/form/Button.tsx";
import { TextLink } from "../../ui/text/TextLink.tsx";

/** Another tab may have opened a new session. Then the API is called once. */
export async function loader(): Promise<null> {
  if (currentUser() || lastSession() !== "open") return null;
  const answer = await askWhoIAm();
  if (answer.outcome === "known") startSession(answer.user);
  if (answer.outcome === "refused") rememberSession("ended");
  return null;
}

/** The page after a session has ended. Signing in again continues at the same page. */
export function Component() {
  const [query] = useSearchParams();
  const user = useUser();
  const returnTo = returnToIn(query);
  if (user)
    return (
      <Frame heading="You're signed in" text={`Your session as ${user.email} is still active.`}>
        <Link to={returnTo ?? landing(user)} className={buttonClass({ emphasis: "primary", size: "large" })}>
          Continue
        </Link>
        <Button size="large" onClick={() => void signOut()}>
          Sign out
        </Button>
      </Frame>
    );
  const ended = lastSession() === "ended";
  return (
    <Frame
      heading={ended ? "Session ended" : "You're not signed in"}
      text={
        ended
          ? "Your session has ended. You can sign back in anytime."
          : byRedisCloud()
            ? "Sign in with your Redis Cloud account."
            : `Sign in with ${openIdName() ?? "a passkey or a link"}.`
      }
    >
      <Link to={paths.login(returnTo)} className={buttonClass({ emphasis: "primary", size: "large" })}>
        {ended ? "Sign back in" : "Sign in"}
      </Link>
    </Frame>
  );
}

function Frame({ heading, text, children }: { heading: string; text: string; children: ReactNode }) {
  return (
    <FrontFrame>
      <Card heading={heading} text={text}>
        <div className="grid gap-2">{children}</div>
        {byRedisCloud() && (
          <TextLink href={config().providerSiteUrl} className="justify-self-center text-sm">
            Go to Redis Cloud
            <ExternalLink aria-hidden className="size-3.5" />
          </TextLink>
        )}
      </Card>
      <LegalLinks />
    </FrontFrame>
  );
}
