import type { OpenedInvitation } from "@shardwatch/core/contract/people/invitation";
import { someoneWith } from "@shardwatch/core/contract/people/role-nouns";
import { plainEmail } from "@shardwatch/core/kit/email";
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { paths } from "../../lib/address/paths.ts";
import { byRedisCloud, passkeyPlace } from "../../lib/settings/config.ts";
import { browserZone, momentText } from "../../lib/time/zone.ts";
import { useForm } from "../../lib/use-form.ts";
import { fullName } from "../../lib/words/person-name.ts";
import { Card } from "../../layout/public/Card.tsx";
import { lastSession } from "../../session/last-session.ts";
import { currentUser, useUser } from "../../session/session.ts";
import { findSession, landing } from "../../session/sign-in.ts";
import { invitationLinkQuery, signInByLink } from "../../session/sign-in-link.ts";
import { Foreign, ForeignName } from "../../ui/text/Foreign.tsx";
import { LinkFrame } from "./LinkFrame.tsx";
import { PasskeyOffer } from "./PasskeyOffer.tsx";
import { WaysToAccept, type WaysToAcceptProps } from "./WaysToAccept.tsx";

/** Finds a session of this browser: with it people accept, and by the link they would get a second account. */
export async function loader(): Promise<null> {
  if (!currentUser() && lastSession() !== undefined) await findSession();
  return null;
}

const ask = "ask the person who invited you to send the invitation again.";

function adviceFor(code: string | undefined): string {
  if (code === "LINK_USED") return `If you joined by it, sign in. If you didn't, ${ask}`;
  if (code === "LINK_ENDED") return `The invitation was answered, cancelled or sent again. Please ${ask}`;
  return `Please ${ask}`;
}

/** The link of an invitation was opened. It says the same whether the email has an account or not. */
export function Component() {
  return (
    <LinkFrame heading="Invitation" query={invitationLinkQuery} advice={adviceFor}>
      {(invitation, token) => <Invited token={token} invitation={invitation} />}
    </LinkFrame>
  );
}

function signInHere(): WaysToAcceptProps["signIn"] {
  if (passkeyPlace() !== undefined) return "links";
  return byRedisCloud() ? "redisCloud" : "openId";
}

function Invited({ token, invitation }: { token: string; invitation: OpenedInvitation }) {
  const { id, email, organization, role, invitedBy, expiresAt } = invitation;
  const navigate = useNavigate();
  const user = useUser();
  const [hasJoined, setHasJoined] = useState(false);
  const goOn = () => {
    const now = currentUser();
    return navigate(now ? landing(now) : paths.deployments(), { replace: true });
  };
  const joining = useForm({
    initial: {},
    send: async () => {
      const { passkeys, hasPasskey } = await signInByLink(token);
      if (passkeys === "works" && !hasPasskey) setHasJoined(true);
      else await goOn();
    },
  });
  if (hasJoined) return <PasskeyOffer onDone={goOn} />;
  const inviter = fullName(invitedBy);
  // Until all is done, the page stays as it was before they joined.
  const known = joining.busy ? undefined : user?.email;
  return (
    <Card
      heading="You're invited"
      text={
        <>
          {inviter !== "" && <Foreign>{inviter}</Foreign>}
          {inviter === "" ? invitedBy.email : ` (${invitedBy.email})`} invites you to join{" "}
          <ForeignName>{organization.name}</ForeignName> as {someoneWith(role)}.
        </>
      }
    >
      <p className="wrap-anywhere text-muted">
        The invitation is for {email}. Its link works until {momentText(Date.parse(expiresAt), browserZone())}
        .
      </p>
      <WaysToAccept
        signIn={signInHere()}
        user={known}
        isInvitee={known !== undefined && plainEmail(known) === plainEmail(email)}
        acceptance={paths.profileOrganization(id)}
        joining={joining}
      />
    </Card>
  );
}
