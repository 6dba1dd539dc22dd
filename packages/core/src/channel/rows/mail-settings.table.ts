import { mark, text } from "../../table/field.ts";
import { RowKind } from "../../table/row.ts";

/** Whether a person gets mail of incidents. There is no row before the first mail, or before they end it. */
export const mailSettingsKind = new RowKind("mail settings", 1, {
  /** In the address by which the person ends it. It opens nothing else, so it is stored as it is. */
  token: text(),
  off: mark(),
});
