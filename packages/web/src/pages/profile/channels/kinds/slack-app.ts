/** The app that a customer makes in Slack: it posts, and does nothing else. `docs/slack-app-manifest.json` has the same. */
export const slackAppManifest = {
  display_information: {
    name: "Shardwatch",
    description: "Messages about incidents of Redis and Valkey deployments",
  },
  features: { bot_user: { display_name: "Shardwatch", always_online: false } },
  oauth_config: { scopes: { bot: ["chat:write"] } },
  settings: { org_deploy_enabled: false, socket_mode_enabled: false, token_rotation_enabled: false },
} as const;

/** Opens Slack's form for a new app, with the manifest filled in. */
export const newSlackApp = `https://api.slack.com/apps?${new URLSearchParams({
  new_app: "1",
  manifest_json: JSON.stringify(slackAppManifest),
}).toString()}`;
