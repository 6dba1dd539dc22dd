import { createHash } from "node:crypto";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { archiveOf, buildImage, layerOf, layoutOf } from "./oci.mjs";

const program = { name: "shardwatch-agent", version: "1.2.3" };
const system = layerOf([{ path: "usr/bin/node", mode: 0o755, content: Buffer.from("node") }], "Node 1");
const own = layerOf([{ path: "app/agent.mjs", mode: 0o755, content: Buffer.from("agent") }], "Agent 1.2.3");

/** @param {string} architecture */
const imageFor = (architecture) =>
  buildImage({
    ...program,
    architecture,
    created: "2030-01-01T00:00:00.000Z",
    config: { User: "10001:10001" },
    layers: [system, own],
  });

const sha256 = (/** @type {Uint8Array} */ bytes) =>
  `sha256:${createHash("sha256").update(bytes).digest("hex")}`;

/** A reader of a layout that checks each digest and size. @param {Map<string, Buffer>} files */
function reader(files) {
  return (/** @type {{ digest: string, size?: number }} */ { digest, size }) => {
    const blob = files.get(`blobs/${digest.replace(":", "/")}`);
    if (!blob) throw new Error(`there is no ${digest}`);
    expect(sha256(blob)).toBe(digest);
    if (size !== undefined) expect(blob.length).toBe(size);
    return blob;
  };
}

test("SLF03 a layout leads from its index to the image's configuration and layers, by digests that hold", () => {
  const files = layoutOf([imageFor("amd64")], program);
  const blob = reader(files);
  expect(JSON.parse(`${files.get("oci-layout")}`)).toEqual({ imageLayoutVersion: "1.0.0" });
  const [top] = JSON.parse(`${files.get("index.json")}`).manifests;
  expect(top.annotations["org.opencontainers.image.ref.name"]).toBe("1.2.3");
  const manifest = JSON.parse(`${blob(top)}`);
  const config = JSON.parse(`${blob(manifest.config)}`);
  expect(config).toMatchObject({ architecture: "amd64", os: "linux", config: { User: "10001:10001" } });
  const unpacked = manifest.layers.map((/** @type {{ digest: string }} */ one) =>
    sha256(gunzipSync(blob(one))),
  );
  expect(config.rootfs.diff_ids).toEqual(unpacked);
  expect(config.history.map((/** @type {{ created_by: string }} */ one) => one.created_by)).toEqual([
    "Node 1",
    "Agent 1.2.3",
  ]);
});

test("SLF03 a layout of two architectures has an index of both, and each layer once", () => {
  const files = layoutOf([imageFor("amd64"), imageFor("arm64")], program);
  const blob = reader(files);
  const [top] = JSON.parse(`${files.get("index.json")}`).manifests;
  expect(top.mediaType).toBe("application/vnd.oci.image.index.v1+json");
  const { manifests } = JSON.parse(`${blob(top)}`);
  const platforms = manifests.map((/** @type {{ platform: object }} */ { platform }) => platform);
  expect(platforms).toEqual([
    { architecture: "amd64", os: "linux" },
    { architecture: "arm64", os: "linux" },
  ]);
  // Two files of the layout, an index, two manifests, two configurations, two layers.
  expect(files.size).toBe(2 + 1 + 2 + 2 + 2);
});

test("SLF03 an archive has the names by which Docker and other programs load it", () => {
  const text = archiveOf(imageFor("amd64"), program).toString("latin1");
  expect(text).toContain('"RepoTags":["shardwatch-agent:1.2.3"]');
  expect(text).toContain('"io.containerd.image.name":"docker.io/library/shardwatch-agent:1.2.3"');
  for (const name of ["oci-layout", "index.json", "manifest.json"]) expect(text).toContain(`${name}\0`);
});

test("SLF03 the same content gives the same digest, and other content another one", () => {
  expect(imageFor("amd64").descriptor.digest).toBe(imageFor("amd64").descriptor.digest);
  expect(imageFor("amd64").descriptor.digest).not.toBe(imageFor("arm64").descriptor.digest);
  const other = layerOf([{ path: "usr/bin/node", mode: 0o755, content: Buffer.from("node 2") }], "Node 1");
  expect(other.digest).not.toBe(system.digest);
});
