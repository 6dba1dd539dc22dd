import { describeError } from "../../lib/errors.ts";
import { Foreign } from "../text/Foreign.tsx";

interface FailureListProps {
  /** What failed, by name, with the error. */
  failures: readonly { key: string; name: string; error: unknown }[];
  /** What is said of an error without a reason of its own. */
  failed: string;
}

/** Each of several things that could not be done, with its reason. */
export function FailureList({ failures, failed }: FailureListProps) {
  return (
    <ul className="grid max-h-60 gap-1 overflow-y-auto text-sm">
      {failures.map(({ key, name, error }) => {
        const { headline, detail } = describeError(error, failed);
        return (
          <li key={key} className="grid gap-x-3 sm:grid-cols-2">
            <Foreign className="truncate font-medium">{name}</Foreign>
            <span className="text-bad">{detail ?? headline}</span>
          </li>
        );
      })}
    </ul>
  );
}
