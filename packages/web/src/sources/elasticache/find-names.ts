import { elastiCacheQuery } from "../../api/elasticache.ts";
import { queryClient } from "../../api/query-client.ts";
import { namesStaleTime, type SourceLookup } from "../source.ts";

/** An AWS account is named by its number. */
export async function findNames(): Promise<SourceLookup> {
  const accounts = await queryClient.fetchQuery({ ...elastiCacheQuery, staleTime: namesStaleTime });
  return (via) => {
    const account = accounts.find(({ deploymentId }) => deploymentId === via)?.roleArn.split(":")[4];
    return account === undefined ? undefined : { name: `AWS ${account}` };
  };
}
