import type { ShouldRevalidateFunctionArgs } from "react-router-dom";

/** For pages whose view lives in the address: a search, a sort or another page shows what is loaded already. */
export const onlyForAnotherPage = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) =>
  currentUrl.pathname !== nextUrl.pathname;
