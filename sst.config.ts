/// <reference path="./.sst/platform/config.d.ts" />

/** The resources in AWS. docs/deploying.md says how to deploy them. */
export default $config({
  app: ({ stage }) => {
    const isProduction = stage === "production";
    return {
      name: "shardwatch",
      home: "aws",
      protect: isProduction,
      removal: isProduction ? "retain" : "remove",
    };
  },
  run: async () => {
    await import("./infra/settings.ts");
    const { checkAccount } = await import("./infra/account.ts");
    await checkAccount();
    const { bundleFunctions } = await import("./infra/bundles.ts");
    await bundleFunctions();
    const { apiUrl } = await import("./infra/api.ts");
    const { webUrl } = await import("./infra/web.ts");
    await import("./infra/alarms.ts");
    await import("./infra/storage-alarms.ts");
    await import("./infra/web-alarms.ts");
    const { warning } = await import("./infra/alarm.ts");
    return { webUrl, apiUrl, ...warning };
  },
});
