import { Link } from "react-router-dom";
import { AppFrame } from "../../layout/AppLayout.tsx";
import { PublicFrame } from "../../layout/PublicFrame.tsx";
import { paths } from "../../lib/paths.ts";
import { useUser } from "../../session/session.ts";
import { buttonClass } from "../../ui/Button.tsx";

/** Any address that is no page of ours, inside the layout for whoever is signed in. */
export function Component() {
  const user = useUser();
  const Frame = user ? AppFrame : PublicFrame;
  return (
    <Frame>
      <title>Page not found - Shardwatch</title>
      <div className="grid justify-items-center gap-1 py-16 text-center">
        <p className="figures text-sm font-medium text-muted">404</p>
        <h1 tabIndex={-1} className="text-xl font-semibold tracking-tight">
          Page not found
        </h1>
        <p className="text-muted">There is no page at this address.</p>
        <Link to={user ? paths.deployments() : paths.login()} className={`mt-4 ${buttonClass()}`}>
          {user ? "Go to Deployments" : "Go to sign-in"}
        </Link>
      </div>
    </Frame>
  );
}
