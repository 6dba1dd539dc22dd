/* The writes of tokens, for those who manage them. */
export { changeToken, deleteToken, putToken } from "./token.table.ts";
