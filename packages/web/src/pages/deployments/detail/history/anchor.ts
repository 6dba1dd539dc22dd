/** The fragment of a copied link, so that the page opens at its charts. */
export const historyAnchor = "history";
