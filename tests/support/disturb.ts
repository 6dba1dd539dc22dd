import type { TableClient } from "@shardwatch/core/table/table";

const isWrite = /^(Put|Update|Delete|TransactWrite)/;

/**
 * Wraps DynamoDB's client so that the process "crashes" after a number of writes. That many reach the
 * database. Afterwards every request fails, also reads.
 */
export function disturb(client: TableClient, crashAfter: number): { client: TableClient; writes(): number } {
  let writes = 0;
  let crashed = crashAfter === 0;
  const send = async (command: { constructor: { name: string } }) => {
    if (crashed) throw new Error("the process has crashed");
    const answer = await client.send(command as never).finally(() => {
      if (isWrite.test(command.constructor.name)) writes += 1;
      crashed = writes >= crashAfter;
    });
    if (crashed) throw new Error("the process has crashed");
    return answer;
  };
  return { client: { send: send as never }, writes: () => writes };
}
