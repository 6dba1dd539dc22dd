import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { tarOf } from "./tar.mjs";

/**
 * The image format of the Open Container Initiative, written by ourselves. So the same entries have the same digests on
 * every machine, and one image can have several architectures.
 * @see https://github.com/opencontainers/image-spec
 *
 * @typedef {import("./tar.mjs").Entry} Entry
 * @typedef {{ content: Buffer, digest: string, diffId: string, note: string }} Layer
 * @typedef {{ mediaType: string, digest: string, size: number, platform?: object, annotations?: object }} Descriptor
 * @typedef {{ name: string, version: string, architecture: string, created: string, config: object,
 *   layers: readonly Layer[] }} Image
 * @typedef {{ descriptor: Descriptor, configDigest: string, layers: readonly Layer[], blobs: Map<string, Buffer> }} Built
 */

const types = {
  index: "application/vnd.oci.image.index.v1+json",
  manifest: "application/vnd.oci.image.manifest.v1+json",
  config: "application/vnd.oci.image.config.v1+json",
  layer: "application/vnd.oci.image.layer.v1.tar+gzip",
};

/** @param {Buffer} bytes */
const digestOf = (bytes) => `sha256:${createHash("sha256").update(bytes).digest("hex")}`;

/** @param {object} value */
const json = (value) => Buffer.from(`${JSON.stringify(value)}\n`);

/** @param {string} digest */
const blobPath = (digest) => `blobs/${digest.replace(":", "/")}`;

/**
 * @param {readonly Entry[]} entries
 * @param {string} note what is in the layer, for the history of the image
 * @returns {Layer}
 */
export function layerOf(entries, note) {
  const tar = tarOf(entries);
  const content = gzipSync(tar, { level: 9 });
  return { content, digest: digestOf(content), diffId: digestOf(tar), note };
}

/**
 * Everything that an image for one architecture consists of.
 * @param {Image} image
 * @returns {Built}
 */
export function buildImage({ architecture, created, config, layers }) {
  const configBytes = json({
    created,
    architecture,
    os: "linux",
    config,
    rootfs: { type: "layers", diff_ids: layers.map(({ diffId }) => diffId) },
    history: layers.map(({ note }) => ({ created, created_by: note })),
  });
  const configDigest = digestOf(configBytes);
  const manifest = json({
    schemaVersion: 2,
    mediaType: types.manifest,
    config: { mediaType: types.config, digest: configDigest, size: configBytes.length },
    layers: layers.map(({ content, digest }) => ({ mediaType: types.layer, digest, size: content.length })),
  });
  const digest = digestOf(manifest);
  const platform = { architecture, os: "linux" };
  /** @type {[string, Buffer][]} */
  const layerBlobs = layers.map(({ content, digest: of }) => [of, content]);
  return {
    descriptor: { mediaType: types.manifest, digest, size: manifest.length, platform },
    configDigest,
    layers,
    blobs: new Map([[digest, manifest], [configDigest, configBytes], ...layerBlobs]),
  };
}

/**
 * The files of an OCI layout. With several images it has one index of them, from which each machine takes its own.
 * @param {readonly Built[]} images of one program, each for another architecture
 * @param {{ name: string, version: string }} program
 * @returns {Map<string, Buffer>} by their paths in the folder of the layout
 */
export function layoutOf(images, { name, version }) {
  const blobs = new Map(images.flatMap((image) => [...image.blobs]));
  const [only] = images;
  let top = only?.descriptor;
  if (images.length !== 1) {
    const manifests = images.map(({ descriptor }) => descriptor);
    const index = json({ schemaVersion: 2, mediaType: types.index, manifests });
    const digest = digestOf(index);
    blobs.set(digest, index);
    top = { mediaType: types.index, digest, size: index.length };
  }
  // Docker reads the name from the first, other programs read the tag from the second.
  const annotations = {
    "io.containerd.image.name": `docker.io/library/${name}:${version}`,
    "org.opencontainers.image.ref.name": version,
  };
  return new Map([
    ["oci-layout", json({ imageLayoutVersion: "1.0.0" })],
    ["index.json", json({ schemaVersion: 2, mediaType: types.index, manifests: [{ ...top, annotations }] })],
    ...[...blobs].map(([digest, content]) => /** @type {const} */ ([blobPath(digest), content])),
  ]);
}

/**
 * One image as an archive for `docker load` and `podman load`. It is an OCI layout, with the file manifest.json for
 * versions of Docker that don't know layouts.
 * @param {Built} image
 * @param {{ name: string, version: string }} program
 * @returns {Buffer}
 */
export function archiveOf(image, { name, version }) {
  const forDocker = [
    {
      Config: blobPath(image.configDigest),
      RepoTags: [`${name}:${version}`],
      Layers: image.layers.map(({ digest }) => blobPath(digest)),
    },
  ];
  const files = new Map([...layoutOf([image], { name, version }), ["manifest.json", json(forDocker)]]);
  return tarOf([...files].map(([path, content]) => ({ path, mode: 0o644, content })));
}
