import packageJson from "../package.json" with { type: "json" };

/** The agent's version, as it is reported. */
export const version: string = packageJson.version;
