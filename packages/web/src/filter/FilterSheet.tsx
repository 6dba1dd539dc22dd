import { Button } from "../ui/form/Button.tsx";
import { Dialog } from "../ui/popup/Dialog.tsx";
import FacetList from "./FacetList.tsx";
import OrganizationField from "./OrganizationField.tsx";
import type { FilterSheetProps } from "./props.ts";

/** All filters on a small screen. The button that closes it says how many rows there are. */
export default function FilterSheet({
  label,
  found,
  facets,
  choosesOrganization,
  onClose,
  ...choices
}: FilterSheetProps & { onClose: () => void }) {
  return (
    <Dialog title="Filters" place="sheet" onClose={onClose}>
      <div className="grid gap-3 overflow-y-auto px-2 py-3">
        {choosesOrganization && (
          <div className="px-2">
            <OrganizationField {...choices} />
          </div>
        )}
        <FacetList facets={[...facets.shown, ...facets.more]} {...choices} />
      </div>
      <div className="grid border-t border-line p-4" aria-live="polite">
        <Button emphasis="primary" size="large" onClick={onClose}>
          Show {found ?? label.toLowerCase()}
        </Button>
      </div>
    </Dialog>
  );
}
