import packageJson from "../package.json" with { type: "json" };

/** The version of the command line. */
export const version: string = packageJson.version;
