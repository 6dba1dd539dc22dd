import { QueryCommand, type QueryCommandInput } from "@aws-sdk/client-dynamodb";

interface RawResponse {
  statusCode: number;
  body: AsyncIterable<Uint8Array>;
}

export type RawItem = Record<string, { S?: string } | undefined>;

interface RawAnswer {
  Items?: RawItem[] | undefined;
}

/**
 * A query whose items come as parsed JSON. It bypasses the SDK's deserializer, which rebuilds every attribute
 * of every item. For a list of a thousand, that took ten times as long as writing the whole answer. Signing,
 * retries, errors and the rest of the output are still the SDK's. The hook touches a private part of the SDK, so each
 * upgrade needs a look at it.
 */
export function rawQuery(input: QueryCommandInput) {
  const command = new QueryCommand(input);
  let items: RawItem[] | undefined;
  command.middlewareStack.add(
    (next) => async (args) => {
      const result = await next(args);
      const response = result.response as RawResponse;
      if (response.statusCode !== 200) return result;
      const chunks: Uint8Array[] = [];
      for await (const chunk of response.body) chunks.push(chunk);
      const { Items, ...rest } = JSON.parse(Buffer.concat(chunks).toString()) as RawAnswer;
      items = Items ?? [];
      return { ...result, response: { ...response, body: Buffer.from(JSON.stringify(rest)) } };
    },
    { step: "deserialize", priority: "low", name: "keepItemsRaw" },
  );
  /** @param answer of a client without the SDK's middleware, which leaves items as they came */
  return { command, itemsOf: (answer: RawAnswer): readonly RawItem[] => items ?? answer.Items ?? [] };
}
