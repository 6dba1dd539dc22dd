import { createContext } from "react";

/** The key of the row around an element. What opened over one row must not stay for the next one in its place. */
export const RowKey = createContext<string | undefined>(undefined);
