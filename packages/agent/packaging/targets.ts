/** The version of Bun whose runtime the executables carry. */
export const bunVersion = "1.4.5";

/** A platform that an executable is built for. */
export interface Target {
  /** The name in our files' names. */
  name: string;
  /** The runtime's package at the npm registry. */
  runtime: string;
  /** The digest of the package's archive at the time when its version was chosen, as npm writes it. */
  integrity: string;
  /** Bun's name for it. */
  target: string;
}

/** "baseline" runs on x64 processors without AVX2, which virtual machines often hide. */
export const targets: readonly Target[] = [
  {
    name: "linux-x64",
    runtime: "@oven/bun-linux-x64-baseline",
    integrity:
      "sha512-s8yMwYcFnnrA178gji0gZbkE2WVDej/Ti1x770oPfihxyRxSMNhGhiAQNXV53aDeraZxksdvKV/RAdQBCd0qPA==",
    target: "bun-linux-x64-baseline",
  },
  {
    name: "linux-arm64",
    runtime: "@oven/bun-linux-aarch64",
    integrity:
      "sha512-4BXmsSKnjOrlGWqZV4x/oWa7AVoR+B6lCXddMzOAXBIm3t50eslg9wb66gmtW1AamEQ1l1CDvmmruysEhqOWMg==",
    target: "bun-linux-arm64",
  },
  {
    name: "macos-arm64",
    runtime: "@oven/bun-darwin-aarch64",
    integrity:
      "sha512-4MIFXHmctH2EhAxLXm2/qxNtv17dFtLJylvaOCsrgq6KSqHTs6eW5YSrJjRbJxYUJaR901fsN8JfZOa+CsWpWQ==",
    target: "bun-darwin-arm64",
  },
  {
    name: "macos-x64",
    runtime: "@oven/bun-darwin-x64",
    integrity:
      "sha512-qkLPMGHZM9NI6CeHTWwVezzmlo6cC4Ta7yUAjYIWXS366qQcOlcp75t2uZyiuVRBMPS0h9qE0tCcvCHGaFqjJg==",
    target: "bun-darwin-x64",
  },
  {
    name: "windows-x64",
    runtime: "@oven/bun-windows-x64-baseline",
    integrity:
      "sha512-/U3Dc74uGqE6EUqef7mPtg9KwJs7iJH4JHRMfIZIn18MrJh6Xz4gVvWDXRvzCL2j8wPlTnJVyrO4n7Qq4uM7TQ==",
    target: "bun-windows-x64-baseline",
  },
  {
    name: "windows-arm64",
    runtime: "@oven/bun-windows-aarch64",
    integrity:
      "sha512-MiPFZnBNDnBXgr1oONc5pizC4fOLjnIOfNkYdFEnWzLmoFTg86naZIG3SvS7d/GglpQSAnCKMAzSjI/TAckiRw==",
    target: "bun-windows-arm64",
  },
];

const systems: Partial<Record<NodeJS.Platform, string>> = {
  linux: "linux",
  darwin: "macos",
  win32: "windows",
};

/** The target that runs on this machine, if there is one. */
export function ownTarget(): Target | undefined {
  const name = `${systems[process.platform]}-${process.arch}`;
  return targets.find((target) => target.name === name);
}
