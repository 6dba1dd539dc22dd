import type { Plugin } from "vite";

/**
 * Takes the router's production files, which have no warnings for developers. Its package.json names the development
 * files for every build: https://github.com/remix-run/react-router/issues/14102.
 */
export const leanRouter: Plugin = {
  name: "lean-router",
  apply: "build",
  resolveId: {
    order: "pre",
    filter: { id: /^react-router(\/dom)?$/ },
    async handler(source, importer, options) {
      const found = await this.resolve(source, importer, options);
      return found && { ...found, id: toProduction(found.id) };
    },
  },
};

/** The production file of a development file, whose path or address is given. */
export const toProduction = (file: string): string =>
  file.replace(/([\\/])dist\1development\1/, "$1dist$1production$1");
