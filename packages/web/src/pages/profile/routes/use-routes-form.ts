import type { Channel } from "@shardwatch/core/contract/channel/channel";
import type { RouteList } from "@shardwatch/core/contract/incident/route";
import { useState } from "react";
import { saveRoutes } from "../../../api/incidents/routes.ts";
import { showSuccess } from "../../../lib/browser/toasts.ts";
import { useForm } from "../../../lib/use-form.ts";
import { faultsOf, placedFaults, routesOf, type RoutesValues, valuesOf, withNew } from "./route-values.ts";

interface Edited {
  saved: RouteList;
  channels: readonly Channel[];
  onSaved: () => void;
}

/** The form of all routes. A fault that the API found is shown until something changes. */
export function useRoutesForm({ saved, channels, onSaved }: Edited) {
  const [first] = useState(() => {
    const values = valuesOf(saved, channels);
    return values.routes.length === 0 ? { ...values, routes: withNew([]) } : values;
  });
  const [sent, setSent] = useState(first);
  // The one that was read when the form was opened: what somebody else saves since is not overwritten.
  const [revision] = useState(saved.revision);
  const form = useForm<RoutesValues>({
    initial: first,
    faultsOf,
    send: async (values) => {
      setSent(values);
      await saveRoutes(revision, routesOf(values));
      showSuccess("Routes saved");
      onSaved();
    },
    failure: "Failed to save the routes",
  });
  const refused = form.values === sent ? placedFaults(form.error) : {};
  return { ...form, refused };
}

export type RoutesFormState = ReturnType<typeof useRoutesForm>;
