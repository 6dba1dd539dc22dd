import { use } from "react";

/** Code that loads when the pointer or the focus comes near it. */
export interface LazyModule<Module> {
  /** The module once it is loaded. */
  now: () => Module | undefined;
  /** Loads it once. A failure can be retried. */
  load: () => Promise<Module>;
  /** Starts loading. A failure shows when the module is needed. */
  preload: () => void;
}

export function lazyModule<Module>(importIt: () => Promise<Module>): LazyModule<Module> {
  let loaded: Module | undefined;
  let loading: Promise<Module> | undefined;
  const load = () =>
    (loading ??= importIt().then(
      (module) => (loaded = module),
      (error: unknown) => {
        loading = undefined;
        throw error;
      },
    ));
  return { now: () => loaded, load, preload: () => void load().catch(() => undefined) };
}

/** The module in a component, which suspends only when it is not loaded yet. */
export const useModule = <Module>(code: LazyModule<Module>): Module => code.now() ?? use(code.load());
