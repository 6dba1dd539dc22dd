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
  const load = async () => (loaded ??= await importIt());
  return { now: () => loaded, load, preload: () => void load().catch(() => undefined) };
}
