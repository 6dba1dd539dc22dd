import { Link } from "react-router-dom";
import { paths } from "../../lib/address/paths.ts";
import type { Submission } from "../../lib/use-form.ts";
import { signOut } from "../../session/sign-out.ts";
import { Button, buttonClass } from "../../ui/form/Button.tsx";
import { Form } from "../../ui/form/Form.tsx";
import { textLinkClass } from "../../ui/text/TextLink.tsx";

const primary = buttonClass({ emphasis: "primary", size: "large" });

export interface WaysToAcceptProps {
  /** How people sign in here. */
  signIn: "links" | "openId" | "redisCloud";
  /** Who is signed in; undefined for nobody. */
  user: string | undefined;
  /** Whether that is the invitee. */
  isInvitee: boolean;
  /** The page that accepts the invitation with an account. */
  acceptance: string;
  /** Joins by the link alone. */
  joining: Submission;
}

/** What somebody who has opened the link of an invitation can do. */
export function WaysToAccept({ signIn, user, isInvitee, acceptance, joining }: WaysToAcceptProps) {
  if (isInvitee)
    return (
      <Link to={acceptance} className={primary}>
        Review and accept
      </Link>
    );
  if (signIn === "links") return <ByLink user={user} acceptance={acceptance} joining={joining} />;
  if (user !== undefined) return <SignOutFirst reason={`You're signed in as ${user}.`} />;
  return (
    <div className="grid gap-2">
      <Link to={paths.login(acceptance)} className={primary}>
        Sign in to accept
      </Link>
      {signIn === "redisCloud" && (
        <Link to={paths.signUp(acceptance)} className={buttonClass({ size: "large" })}>
          Create an account
        </Link>
      )}
    </div>
  );
}

function ByLink({ user, acceptance, joining }: Pick<WaysToAcceptProps, "user" | "acceptance" | "joining">) {
  return (
    <>
      <Form form={joining} place="page" verb="Join" pending="Joining…">
        {user !== undefined && (
          <p className="wrap-anywhere text-muted">
            You're signed in as {user}. Joining signs that account out here.
          </p>
        )}
      </Form>
      {user === undefined ? (
        <p className="text-center text-muted">
          Joining makes a new account. If you have one,{" "}
          <Link to={paths.login(acceptance)} className={textLinkClass}>
            sign in
          </Link>{" "}
          and accept there.
        </p>
      ) : (
        <SignOutFirst reason="Do you have another account here?" />
      )}
    </>
  );
}

/** For somebody who is signed in, but not as the invitee. A provider's own sign-out leads to the sign-in. */
function SignOutFirst({ reason }: { reason: string }) {
  return (
    <div className="grid gap-4">
      <p className="wrap-anywhere text-muted">{reason} Sign out, then open this link again.</p>
      <Button size="large" onClick={() => void signOut()}>
        Sign out
      </Button>
    </div>
  );
}
