import { lazy, Suspense, useState } from "react";
import { Button } from "../ui/Button.tsx";

const CreateOrganizationDialog = lazy(() => import("./CreateOrganizationDialog.tsx"));

/** Offers a person without an organization to create one. */
export function CreateOrganization() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button look="primary" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Create organization
      </Button>
      {open && (
        // An empty state centers its text, a dialog does not.
        <div className="contents text-left">
          <Suspense>
            <CreateOrganizationDialog onClose={() => setOpen(false)} />
          </Suspense>
        </div>
      )}
    </>
  );
}
