import { longestViewName } from "@shardwatch/core/contract/deployment/view-rights";
import { useNavigate, useSearchParams } from "react-router-dom";
import { saveView } from "../../api/fleet/views.ts";
import { showSuccess } from "../../lib/browser/toasts.ts";
import { useForm } from "../../lib/use-form.ts";
import { useUser } from "../../session/session.ts";
import { Checkbox } from "../../ui/form/Checkbox.tsx";
import { FormDialog } from "../../ui/popup/FormDialog.tsx";
import { Field } from "../../ui/form/Field.tsx";
import type { ListView } from "../list-view.ts";
import { contentOf, nameFault, readSaved, searchOf, shownColumns } from "./view-content.ts";
import type { ViewedList } from "./viewed-list.ts";

interface SaveViewDialogProps {
  list: ViewedList;
  view: ListView<string>;
  onClose: () => void;
}

/** Saves what the list shows as a new view, and opens it. */
export default function SaveViewDialog({ list, view, onClose }: SaveViewDialogProps) {
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const organization = useUser()?.organization;
  const form = useForm({
    initial: { name: "", shared: false, withColumns: true },
    faultsOf: ({ name }) => ({ name: nameFault(name) }),
    send: async ({ name, shared, withColumns }) => {
      const columns = withColumns ? shownColumns(list.columns, list.config.get()) : null;
      const content = { list: list.name, ...contentOf(view, list.sorts), columns };
      const saved = await saveView({ name: name.trim(), shared, ...content });
      onClose();
      const search = searchOf(readSaved(saved, list.sorts), view, query, list.sorts);
      void navigate(list.path(search), { preventScrollReset: true });
      showSuccess("View saved");
    },
    failure: "Failed to save the view",
  });
  const { values, change } = form;
  return (
    <FormDialog
      title="Save view"
      form={form}
      verb="Save"
      pending="Saving…"
      focus="first-field"
      incomplete={values.name.trim() === ""}
      onClose={onClose}
    >
      <Field label="Name" autoComplete="off" maxLength={longestViewName} {...form.field("name")} />
      <div>
        <Checkbox
          label="Share with everyone in the organization"
          checked={values.shared}
          disabled={!organization}
          onChange={({ target }) => change({ shared: target.checked })}
        />
        <Checkbox
          label="Save the current columns too"
          checked={values.withColumns}
          onChange={({ target }) => change({ withColumns: target.checked })}
        />
      </div>
    </FormDialog>
  );
}
