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

export type StorageSettings = ReturnType<typeof readStorage>;
/** A table of DynamoDB, or of something that speaks its language. */
export type TableSettings = NonNullable<StorageSettings["table"]>;

/** @throws StartFailure with one line for each wrong variable, starting with its name */
export function readStorage(variables: Variables) {
  const read = readVariables(environment, variables);
  const dataFolder = resolve(read.SHARDWATCH_DATA);
  return {
    /** Absolute path of the folder of the embedded database. */
    dataFolder,
    /** Whether other programs are kept out of the embedded database: where the kernel allows it, always or never. */
    databaseWall: read.DATABASE_WALL,
    /** The key that secrets are sealed with. It is made at the first start. */
    vaultKeyFile: resolve(read.VAULT_KEY_FILE ?? join(dataFolder, "vault.key")),
    /** Whether somebody else keeps the key, outside of the data folder. */
    hasOwnKeyFile: read.VAULT_KEY_FILE !== undefined,
    /** Undefined for the embedded database. */
    table: tableOf(read),
  };
}

/** Its address is undefined for Amazon's own of the region. */
function tableOf(read: z.output<typeof environment>) {
  const { TABLE_NAME: name, AWS_REGION: region, AWS_ENDPOINT_URL_DYNAMODB: endpoint } = read;
  if (name !== undefined && region !== undefined) return { name, region, endpoint };
  if (name !== undefined) throw wrongSettings(["AWS_REGION: is required with TABLE_NAME"]);
  if (endpoint === undefined) return undefined;
  throw wrongSettings(["TABLE_NAME: is required with AWS_ENDPOINT_URL_DYNAMODB"]);
}
