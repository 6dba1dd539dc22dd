import { fileURLToPath } from "node:url";

/** The files with which others run the product. */
export const deployFolder = fileURLToPath(new URL("../../deploy", import.meta.url));
