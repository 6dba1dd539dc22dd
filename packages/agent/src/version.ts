import packageJson from "../package.json" with { type: "json" };

/** The agent's version in its reports. */
export const version: string = packageJson.version;
