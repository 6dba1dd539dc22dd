import { type ChangeListView, useListView } from "../../filter/use-list-view.ts";
import type { SortField } from "./list/columns.tsx";
import { sorts } from "./view.ts";

export type ChangeView = ChangeListView<SortField>;

/** The view in the address, and how to change it. */
export const useView = (choosesOrganization: boolean) => useListView(sorts, choosesOrganization);
