import { lazy, Suspense, useState } from "react";
import { Button } from "../../ui/form/Button.tsx";

const CreateOrganizationDialog = lazy(() => import("./CreateOrganizationDialog.tsx"));

/**
 * Offers a person without an organization to create one.
 * @param isFirst whether it is the next step, and not an alternative to another one
 */
export function CreateOrganization({ isFirst }: { isFirst: boolean }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        emphasis={isFirst ? "primary" : "secondary"}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
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
