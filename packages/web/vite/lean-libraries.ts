import type { Plugin } from "vite";
import { leaveOut, type Needless } from "./leave-out.ts";

/** What no screen uses of a library, with the file that has it. */
export interface Library {
  file: RegExp;
  /** Of several files with such a name, the one with this text. */
  contains?: string;
  needless: Needless;
}

/**
 * React draws into an empty page, and never continues one that a server has drawn. Screens change without animations.
 * Nothing refers to a group of elements, or asks in which component an error was. The bundler's code loads styles and
 * scripts. The states of forms are our own.
 */
const react: Library = {
  file: /[\\/]react-dom[\\/]cjs[\\/]react-dom-client\.production\.js$/,
  needless: {
    constant: ["isHydrating"],
    idle: ["popHydrationState", /ViewTransition/, "getStackByFiberInDevAndProd"],
    unused: [
      // Pages that a server has drawn.
      "exports.hydrateRoot",
      "updateDehydratedSuspenseComponent",
      "hideOrUnhideDehydratedBoundary",
      "clearHydrationBoundary",
      "attemptExplicitHydrationTarget",
      "queueIfContinuousEvent",
      "retryIfBlockedOn",
      // Components and functions of React that no screen uses.
      /^FragmentInstance\.prototype\./,
      "updateActivityComponent",
      "updateSuspenseListComponent",
      "cutOffTailIfNeeded",
      "mountActionState",
      "ReactDOMSharedInternals.findDOMNode",
      "preconnectAs",
      "preload",
      "preloadModule",
      "preinitStyle",
      "preinitScript",
      "preinitModuleScript",
    ],
  },
};

/**
 * The router follows links and addresses. Changes of data go to the API without it, and it learns no routes after the
 * start.
 */
const router: Library = {
  file: /[\\/]react-router[\\/]dist[\\/]production[\\/]chunk-\w+\.mjs$/,
  contains: "function createRouter(",
  needless: {
    idle: [
      "parseHydrationData",
      // Forms and loads of the router.
      "isSubmissionNavigation",
      "isMutationMethod",
      "markFetchRedirectsDone",
      "abortStaleFetchLoads",
      "shouldBlockNavigation",
    ],
    unused: [
      "useSubmit",
      "useFormAction",
      "fetch2",
      "getBlocker",
      "updateBlocker",
      "discoverRoutes",
      "patchRoutesImpl",
      "getRouteInstrumentationUpdates",
      "instrumentClientSideRouter",
      "PrefetchPageLinks",
      "RSCErrorHandler",
    ],
  },
};

/** Forms call the API by themselves, so there are no mutations. */
const mutations: Library = {
  file: /[\\/]query-core[\\/]build[\\/]modern[\\/]mutationCache\.js$/,
  needless: { unused: ["build"] },
};

export const libraries = { react, router, mutations };

/** The library whose file it is. */
export const libraryOf = (id: string, code: string): Library | undefined =>
  Object.values(libraries).find(({ file, contains = "" }) => file.test(id) && code.includes(contains));

/** Leaves out what no screen uses of the libraries. */
export function leanLibraries(): Plugin {
  const done = new Set<Library>();
  return {
    name: "lean-libraries",
    apply: "build",
    transform: {
      filter: { id: Object.values(libraries).map(({ file }) => file) },
      handler(code, id) {
        const library = libraryOf(id, code);
        if (!library) return null;
        done.add(library);
        return { code: leaveOut(code, library.needless), map: null };
      },
    },
    buildEnd(error) {
      const missing = Object.entries(libraries).filter(([, library]) => !done.has(library));
      if (!error && missing.length > 0)
        this.error(`No file of ${missing.map(([name]) => name).join()} is in the build`);
    },
  };
}
