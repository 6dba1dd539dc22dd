/**
 * The context that is authenticated with every sealed text. It leaves out the organization, because an
 * accepted invitation moves integrations to another one.
 */
export const vaultContext = (integrationId: string) => ({
  application: "shardwatch",
  integration: integrationId,
});
