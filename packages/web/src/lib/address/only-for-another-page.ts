import type { ShouldRevalidateFunctionArgs } from "react-router-dom";

/** For pages whose view is in the address: a change of search, sort or page reuses the loaded data. */
export const onlyForAnotherPage = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) =>
  currentUrl.pathname !== nextUrl.pathname;
