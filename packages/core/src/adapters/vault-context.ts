/**
 * What is authenticated with every sealed text. Not the organization: an accepted invitation moves integrations into
 * another one.
 */
export const vaultContext = (integrationId: string) => ({
  application: "shardwatch",
  integration: integrationId,
});
