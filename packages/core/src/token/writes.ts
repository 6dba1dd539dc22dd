/* The writes of tokens, for those who manage them. */
export { changeToken, checkNotEnded, deleteToken, putEndedSecret, putToken } from "./token.table.ts";
