import { Link } from "react-router-dom";
import { Foreign } from "../../ui/text/Foreign.tsx";
import { rowLink } from "../../ui/table/rows.ts";

/** The name of a database as the link of its row. The title has all of a name that is cut. */
export function NameLink({ to, name }: { to: string; name: string }) {
  return (
    <Link
      to={to}
      title={name}
      {...rowLink}
      className="min-w-0 rounded-sm font-medium hover:text-accent hover:underline max-md:break-words md:truncate"
    >
      <Foreign>{name}</Foreign>
    </Link>
  );
}
