import { Link } from "react-router-dom";
import { paths } from "../../../../lib/address/paths.ts";
import { Foreign } from "../../../../ui/text/Foreign.tsx";
import { textLinkClass } from "../../../../ui/text/TextLink.tsx";

interface DeploymentLinkProps {
  id: string;
  name: string;
  /** The organization in the address; links keep it. */
  organization: string | undefined;
}

/** Leads to a deployment in a tab of its own: what is typed in the form stays. */
export const DeploymentLink = ({ id, name, organization }: DeploymentLinkProps) => (
  <Link
    to={paths.deployment(id, "", organization)}
    target="_blank"
    className={`${textLinkClass} min-w-0 wrap-anywhere`}
  >
    <Foreign>{name}</Foreign>
    <span className="sr-only"> (opens in a new tab)</span>
  </Link>
);
