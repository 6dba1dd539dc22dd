import { ArrowLeft } from "lucide-react";
import { Link } from "react-router-dom";
import { paths } from "../../lib/address/paths.ts";

/** The link from a page of the admin area back to its start. */
export function BackToAdmin() {
  return (
    <Link
      to={paths.admin()}
      className="touch-area inline-flex min-h-6 items-center gap-1.5 justify-self-start rounded-sm text-sm text-muted hover:text-ink"
    >
      <ArrowLeft aria-hidden className="size-4" />
      Back to Admin
    </Link>
  );
}
