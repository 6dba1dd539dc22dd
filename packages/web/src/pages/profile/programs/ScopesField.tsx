import { allScopes, type TokenScope, tokenScopes } from "@shardwatch/core/contract/token/scopes";
import { useId } from "react";
import { Checkbox } from "../../../ui/form/Checkbox.tsx";

interface ScopesFieldProps {
  chosen: readonly TokenScope[];
  fault: string | undefined;
  onChange: (chosen: TokenScope[]) => void;
}

/** What a token may do: each scope with what it opens. */
export function ScopesField({ chosen, fault, onChange }: ScopesFieldProps) {
  const id = useId();
  return (
    <fieldset
      className="grid min-w-0"
      data-invalid={fault === undefined ? undefined : ""}
      aria-describedby={fault === undefined ? undefined : id}
    >
      <legend className="mb-1 text-sm font-medium">Scopes</legend>
      {/* The boxes begin where the fields do. */}
      <div className="-mx-2 grid">
        {allScopes.map((scope) => (
          <Checkbox
            key={scope}
            label={
              <span className="py-1">
                {tokenScopes[scope].name}
                <span className="block text-sm text-muted">{tokenScopes[scope].opens}</span>
              </span>
            }
            checked={chosen.includes(scope)}
            onChange={({ target }) =>
              onChange(allScopes.filter((one) => (one === scope ? target.checked : chosen.includes(one))))
            }
          />
        ))}
      </div>
      {fault !== undefined && (
        <p id={id} role="alert" className="text-sm text-bad">
          {fault}
        </p>
      )}
    </fieldset>
  );
}
