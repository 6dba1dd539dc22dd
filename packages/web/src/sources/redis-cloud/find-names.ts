import { redisCloudsQuery } from "../../api/redis-cloud.ts";
import { queryClient } from "../../api/query-client.ts";
import { namesStaleTime, type SourceLookup } from "../source.ts";

export async function findNames(): Promise<SourceLookup> {
  const accounts = await queryClient.fetchQuery({ ...redisCloudsQuery, staleTime: namesStaleTime });
  return (via) => {
    const account = accounts.find(({ id }) => id === via);
    return account && { name: account.name };
  };
}
