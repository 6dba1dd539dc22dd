import { Link } from "react-router-dom";
import { paths } from "../lib/address/paths.ts";
import { useUser } from "../session/session.ts";
import { buttonClass } from "../ui/form/Button.tsx";

/** Says that the page does not exist, with a link to one that does. */
export function NotFound() {
  const user = useUser();
  return (
    <div className="grid justify-items-center gap-1 py-16 text-center">
      <title>Page not found - Shardwatch</title>
      <p className="figures text-sm font-medium text-muted">404</p>
      <h1 tabIndex={-1} className="text-xl font-semibold tracking-tight">
        Page not found
      </h1>
      <p className="text-muted">We can't find that page.</p>
      <Link to={user ? paths.deployments() : paths.login()} className={`mt-4 ${buttonClass()}`}>
        {user ? "Go to Deployments" : "Sign in"}
      </Link>
    </div>
  );
}
