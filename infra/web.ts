import { pageHeaders } from "../packages/core/src/contract/page-headers.ts";
import { domain } from "./settings.ts";
import { config } from "./web-config.ts";

const twoYears = 63_072_000; // seconds
const headers = pageHeaders(config);

/** Every answer of the site carries these. CloudFront wants those that it knows by their own names. */
const policy = new aws.cloudfront.ResponseHeadersPolicy("PageHeaders", {
  securityHeadersConfig: {
    contentSecurityPolicy: { contentSecurityPolicy: headers["content-security-policy"], override: true },
    contentTypeOptions: { override: true },
    frameOptions: { frameOption: "DENY", override: true },
    referrerPolicy: { referrerPolicy: headers["referrer-policy"], override: true },
    // Not for subdomains: where ours is an apex domain, others run what is on them.
    strictTransportSecurity: { accessControlMaxAgeSec: twoYears, includeSubdomains: false, override: true },
  },
  customHeadersConfig: {
    items: (["cross-origin-opener-policy", "permissions-policy"] as const).map((header) => ({
      header,
      value: headers[header],
      override: true,
    })),
  },
});

/**
 * What CloudFront may do with the bucket, for distributions of our own account; SST's policy lets in everybody's. With
 * the right to list it, S3 says 404 of a file that is not there, else 403. The one distribution cannot be named: SST
 * makes the policy before it.
 */
const { accountId } = aws.getCallerIdentityOutput();
const readers = {
  principals: [{ type: "service" as const, identifiers: ["cloudfront.amazonaws.com"] }],
  conditions: [
    {
      test: "ArnLike",
      variable: "aws:SourceArn",
      values: [$interpolate`arn:aws:cloudfront::${accountId}:distribution/*`],
    },
  ],
};

const site = new sst.aws.StaticSite("Web", {
  domain,
  // One build serves every stage; what differs lies beside it, as /config.json.
  build: { command: "node scripts/build-site.mjs", output: "packages/web/dist" },
  environment: { WEB_CONFIG: JSON.stringify(config) },
  assets: {
    // Somebody still has the version before open, and asks for its parts.
    purge: false,
    fileOptions: [
      { files: "**", cacheControl: "no-cache" },
      { files: "assets/**", cacheControl: "public, max-age=31536000, immutable" },
      { files: "config.json", cacheControl: "no-store" },
    ],
  },
  transform: {
    assets: {
      access: undefined,
      policy: [
        { actions: ["s3:GetObject"], paths: ["*"], ...readers },
        { actions: ["s3:ListBucket"], paths: [""], ...readers },
      ],
      // Only the site's own pages ask for its parts.
      cors: false,
    },
    cdn: (args) => {
      args.defaultCacheBehavior = $output(args.defaultCacheBehavior).apply((behavior) => ({
        ...behavior,
        responseHeadersPolicyId: policy.id,
      }));
    },
  },
});

export const webUrl = site.url;
export const distributionId = site.nodes.cdn?.nodes.distribution.id ?? "";
