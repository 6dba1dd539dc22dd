import type { Obstacle } from "../../provider/login.ts";
import { providerPages } from "../../provider/pages.ts";
import { TextLink } from "../../ui/text/TextLink.tsx";

interface ObstacleHelpProps {
  obstacle: Obstacle | undefined;
  returnTo: string | undefined;
}

/** Help for people whom the provider refuses for another reason than a wrong password. */
export function ObstacleHelp({ obstacle, returnTo }: ObstacleHelpProps) {
  switch (obstacle) {
    case undefined:
      return null;
    case "second-step":
      return (
        <>
          <p>Complete the second step at Redis Cloud.</p>
          <TextLink href={providerPages.signIn(returnTo)}>Sign in at Redis Cloud</TextLink>
        </>
      );
    case "not-activated":
      return <p>We emailed you a link. Open it, then sign in here.</p>;
  }
}
