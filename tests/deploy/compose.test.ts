import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { Ajv } from "ajv";
import { expect, test } from "vitest";
import { configOf, programs } from "../../scripts/image/programs.mjs";
import { readCompose } from "./compose-file.ts";

const compose = readCompose();
const ours = ["server", "agent"] as const;

/** The schema of the Compose specification, as a linter of compose files brings it. */
const schemaFile = join(
  dirname(createRequire(import.meta.url).resolve("dclint/package.json")),
  "schemas/compose.schema.json",
);
const schema = JSON.parse(readFileSync(schemaFile, "utf8")) as { $schema?: string };
delete schema.$schema; // the schema's own name for draft 7 differs from the draft's
const validate = new Ajv({ strict: false, validateFormats: false }).compile(schema);

test("SLF04 the compose file follows the Compose specification", () => {
  expect(validate(compose) ? [] : validate.errors).toEqual([]);
});

test("SLF04 a misspelt field of the compose file would be noticed", () => {
  const { server } = compose.services;
  expect(validate({ ...compose, services: { server: { ...server, read_onyl: true } } })).toBe(false);
});

test.each(ours)("SLF04 %s runs without rights, on a root file system that is read-only", (name) => {
  expect(compose.services[name]).toMatchObject({
    read_only: true,
    cap_drop: ["ALL"],
    security_opt: ["no-new-privileges:true"],
    tmpfs: ["/tmp"],
  });
  // The image's user counts.
  expect(compose.services[name]).not.toHaveProperty("user");
});

test.each(ours)("SLF04 the health check of %s needs no shell, and is the image's own", (name) => {
  const [kind, command, ...options] = compose.services[name]?.healthcheck?.test ?? [];
  const ofImage = configOf(programs[name], "1.0.0").Healthcheck;
  expect([kind, `/usr/bin/${command}`, ...options]).toEqual(ofImage.Test);
});

test("SLF04 the server keeps its data in a volume, is reached from this machine only, and has time to stop", () => {
  const { config } = programs.server;
  const [folder] = Object.keys(config.Volumes);
  const [port] = Object.keys(config.ExposedPorts);
  expect(compose.services["server"]).toMatchObject({
    volumes: [`data:${folder}`],
    ports: [`127.0.0.1:8080:${port?.replace("/tcp", "")}`],
    stop_grace_period: "40s",
  });
  expect(compose["volumes"]).toHaveProperty("data");
});

test("SLF04 every secret that a service uses is a file beside the compose file", () => {
  const used = Object.values(compose.services).flatMap(({ secrets = [] }) => secrets);
  expect(used.toSorted()).toEqual(Object.keys(compose.secrets).toSorted());
  for (const [name, { file }] of Object.entries(compose.secrets)) expect(file).toBe(`./secrets/${name}`);
});

test("SLF04 only the server runs unless a profile is asked for", () => {
  const profiles = Object.entries(compose.services).map(([name, { profiles: of = [] }]) => [name, of]);
  expect(Object.fromEntries(profiles)).toEqual({
    server: [],
    agent: ["agent", "example"],
    redis: ["example"],
  });
});

test("SLF04 the server trusts the gateway of its own network, and nobody else", () => {
  const { default: network } = compose["networks"] as {
    default: { ipam: { config: { gateway: string }[] } };
  };
  expect(network.ipam.config.map(({ gateway }) => gateway)).toEqual([
    compose.services["server"]?.environment?.["TRUSTED_PROXIES"],
  ]);
});

test("SLF04 the images have the tag of the project's version, and can be others", () => {
  const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
    version: string;
  };
  for (const name of ours) {
    expect(compose.services[name]?.image).toBe(`shardwatch-${name}:${version}`);
    const image = "registry.example.com/mine:1";
    const other = readCompose({ [`SHARDWATCH_${name.toUpperCase()}_IMAGE`]: image });
    expect(other.services[name]?.image).toBe(image);
  }
});
