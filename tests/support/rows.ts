import { type AttributeValue, ScanCommand } from "@aws-sdk/client-dynamodb";
import type { World } from "./world.ts";

/** Every row of a world's table, for checks of its content. */
export async function everyRow(world: World): Promise<Record<string, unknown>[]> {
  const client = world.database.client();
  try {
    const { Items = [], LastEvaluatedKey } = await client.send(
      new ScanCommand({ TableName: world.database.tableName }),
    );
    if (LastEvaluatedKey) throw new Error("the table has more than one page of rows");
    return Items.map((item) =>
      Object.fromEntries(Object.entries(item).map(([name, value]) => [name, plain(value)])),
    );
  } finally {
    client.destroy();
  }
}

/** Returns texts and numbers as they are; other values stay in DynamoDB's form. */
const plain = (value: AttributeValue): unknown =>
  value.S ?? (value.N === undefined ? value : Number(value.N));
