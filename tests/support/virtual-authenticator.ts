import type { Page } from "@playwright/test";

/** An authenticator of Chromium's own, as if it were built into the device. It agrees at once. */
export interface VirtualAuthenticator {
  /** The passkeys that it holds. */
  passkeys(): Promise<{ credentialId: string; rpId?: string | undefined; signCount: number }[]>;
  remove(): Promise<void>;
}

/** Gives a page's browser an authenticator (Chrome DevTools Protocol, domain WebAuthn). */
export async function plugIn(page: Page): Promise<VirtualAuthenticator> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send("WebAuthn.enable");
  const { authenticatorId } = await devTools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    passkeys: async () => (await devTools.send("WebAuthn.getCredentials", { authenticatorId })).credentials,
    remove: async () =>
      void (await devTools.send("WebAuthn.removeVirtualAuthenticator", { authenticatorId })),
  };
}
