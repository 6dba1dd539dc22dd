import { webConfig } from "@shardwatch/core/contract/config";
import { pageHeaders } from "@shardwatch/core/contract/page-headers";
import { expect, test } from "vitest";
import { evaluated, resourceOf, resourcesOf, statementsOf } from "./graph.ts";

const { production } = evaluated;
const distribution = () => resourceOf(production, "aws:cloudfront/distribution:Distribution").inputs;

/** The arguments of one of SST's own resources, which carry out what AWS has no resource for. */
const dynamic = (name: string) =>
  resourceOf(
    production,
    "pulumi-nodejs:dynamic:Resource",
    `Web${name}.sst.aws.${name.replace("Asset", "Bucket")}`,
  ).inputs;

test("SEC16 every answer of CloudFront carries the same policy as the local run, and HSTS for the site's own host", () => {
  const { environment } = resourceOf(production, "command:local:Command").inputs as {
    environment: { WEB_CONFIG: string };
  };
  const expected = pageHeaders(webConfig.parse(JSON.parse(environment.WEB_CONFIG)));
  const { name, inputs } = resourceOf(
    production,
    "aws:cloudfront/responseHeadersPolicy:ResponseHeadersPolicy",
  );
  expect(inputs["securityHeadersConfig"]).toEqual({
    contentSecurityPolicy: { contentSecurityPolicy: expected["content-security-policy"], override: true },
    contentTypeOptions: { override: true },
    frameOptions: { frameOption: "DENY", override: true },
    referrerPolicy: { referrerPolicy: expected["referrer-policy"], override: true },
    strictTransportSecurity: { accessControlMaxAgeSec: 63_072_000, includeSubdomains: false, override: true },
  });
  const { items } = inputs["customHeadersConfig"] as { items: { header: string; value: string }[] };
  expect(items.map(({ header }) => header)).toEqual(["cross-origin-opener-policy", "permissions-policy"]);
  for (const { header, value } of items) expect(expected).toHaveProperty([header], value);
  expect(distribution()["defaultCacheBehavior"]).toMatchObject({
    responseHeadersPolicyId: name,
    viewerProtocolPolicy: "redirect-to-https",
  });
  expect(distribution()["viewerCertificate"]).toMatchObject({ minimumProtocolVersion: "TLSv1.2_2021" });
});

test("SEC16 only CloudFront of our own account reads the site's bucket, over TLS; other origins get nothing of it", () => {
  const bucket = "arn:aws:s3:::WebAssetsBucket";
  const { inputs } = resourceOf(production, "aws:s3/bucketPolicy:BucketPolicy");
  const readers = {
    Effect: "Allow",
    Principal: { Service: ["cloudfront.amazonaws.com"] },
    Condition: { ArnLike: { "aws:SourceArn": ["arn:aws:cloudfront::123456789012:distribution/*"] } },
  };
  expect(statementsOf(inputs["policy"])).toEqual([
    {
      Effect: "Deny",
      Principal: { "*": ["*"] },
      Action: ["s3:*"],
      Resource: [bucket, `${bucket}/*`],
      Condition: { Bool: { "aws:SecureTransport": ["false"] } },
    },
    { ...readers, Action: ["s3:GetObject"], Resource: [`${bucket}/*`] },
    // Without it, a file that is not there would be answered 403.
    { ...readers, Action: ["s3:ListBucket"], Resource: [bucket] },
  ]);
  expect(
    resourceOf(production, "aws:s3/bucketPublicAccessBlock:BucketPublicAccessBlock").inputs,
  ).toMatchObject({
    blockPublicAcls: true,
    blockPublicPolicy: true,
    ignorePublicAcls: true,
    restrictPublicBuckets: true,
  });
  expect(resourcesOf(production, "aws:s3/bucketCorsConfiguration:BucketCorsConfiguration")).toEqual([]);
});

test("a path that is no file is answered with the application, a part that is gone with 404", () => {
  const { entries } = dynamic("KvKeys") as { entries: Record<string, string> };
  expect(JSON.parse(entries["metadata"] ?? "{}")).toMatchObject({
    custom404: "/index.html",
    s3: { routes: ["/assets"] },
  });
  expect(distribution()["customErrorResponses"]).toEqual([]);
});

test("OPS02 OPS17 config.json is not cached, parts with a hash in their name are, and those of the version before stay", () => {
  const { files, purge } = dynamic("AssetFiles") as {
    files: { key: string; cacheControl: string }[];
    purge: boolean;
  };
  expect(purge).toBe(false);
  const keys = files.map(({ key }) => key);
  expect(keys).toEqual(expect.arrayContaining(["config.json", "index.html"]));
  expect(keys.filter((key) => key.startsWith("assets/"))).not.toEqual([]);
  for (const { key, cacheControl } of files)
    expect(cacheControl, key).toBe(
      key === "config.json"
        ? "no-store"
        : key.startsWith("assets/")
          ? "public, max-age=31536000, immutable"
          : "no-cache",
    );
});
