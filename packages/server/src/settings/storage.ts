import { join, resolve } from "node:path";
import * as z from "zod";
import { webAddress } from "./fields.ts";
import { readVariables, type Variables, wrongSettings } from "./read.ts";

/** Environment variables about what is kept, and where. The commands that copy data read only these. */
const environment = z.object({
  SHARDWATCH_DATA: z.string().default("/var/lib/shardwatch"),
  DATABASE_WALL: z
    .enum(["auto", "required", "off"], { error: 'must be "auto", "required" or "off"' })
    .default("auto"),
  VAULT_KEY_FILE: z.string().optional(),
  TABLE_NAME: z
    .string()
    .regex(/^[\w.-]{3,255}$/, "must be 3 to 255 letters, digits, dots, hyphens or underscores")
    .optional(),
  AWS_REGION: z.string().optional(),
  AWS_ENDPOINT_URL_DYNAMODB: webAddress.optional(),
});

/** A table of DynamoDB, or of something that speaks its language. */
export interface TableSettings {
  name: string;
  region: string;
  /** Undefined for Amazon's own address of the region. */
  endpoint: string | undefined;
}

export interface StorageSettings {
  /** Absolute path of the folder of the embedded database. */
  dataFolder: string;
  /** Whether other programs are kept out of the embedded database: where the kernel allows it, always or never. */
  databaseWall: "auto" | "required" | "off";
  /** The key that secrets are sealed with. It is made at the first start. */
  vaultKeyFile: string;
  /** Whether somebody else keeps the key, outside of the data folder. */
  hasOwnKeyFile: boolean;
  /** Undefined for the embedded database. */
  table: TableSettings | undefined;
}

/** @throws StartFailure with one line for each wrong variable, starting with its name */
export function readStorage(variables: Variables): StorageSettings {
  const read = readVariables(environment, variables);
  const dataFolder = resolve(read.SHARDWATCH_DATA);
  return {
    dataFolder,
    databaseWall: read.DATABASE_WALL,
    vaultKeyFile: resolve(read.VAULT_KEY_FILE ?? join(dataFolder, "vault.key")),
    hasOwnKeyFile: read.VAULT_KEY_FILE !== undefined,
    table: tableOf(read),
  };
}

function tableOf(read: z.output<typeof environment>): TableSettings | undefined {
  const { TABLE_NAME: name, AWS_REGION: region, AWS_ENDPOINT_URL_DYNAMODB: endpoint } = read;
  if (name !== undefined && region !== undefined) return { name, region, endpoint };
  if (name !== undefined) throw wrongSettings(["AWS_REGION: is required with TABLE_NAME"]);
  if (endpoint === undefined) return undefined;
  throw wrongSettings(["TABLE_NAME: is required with AWS_ENDPOINT_URL_DYNAMODB"]);
}
