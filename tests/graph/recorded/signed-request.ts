import type { Call } from "./policy.ts";

/** A request as a client of the SDK has signed it. */
export interface SignedRequest {
  /** The access key, by which AWS knows the caller. */
  accessKeyId: string;
  region: string;
  service: string;
  path: string;
  /** "DynamoDB_20120810.GetItem"; empty for services that name the operation elsewhere. */
  target: string;
  body: string;
}

const scope = /Credential=(\w+)\/\d+\/([\w-]+)\/([\w-]+)\/aws4_request/;

export async function readSigned(request: Request): Promise<SignedRequest> {
  const [, accessKeyId = "", region = "", service = ""] =
    scope.exec(request.headers.get("authorization") ?? "") ?? [];
  const target = request.headers.get("x-amz-target") ?? "";
  const path = new URL(request.url).pathname;
  return { accessKeyId, region, service, path, target, body: await request.text() };
}

/** The operation's name, as the SDK's commands have it. */
export function operationOf({ service, target, body }: SignedRequest): string {
  if (service === "lambda") return "Invoke";
  if (service === "ses") return "SendEmail";
  return target.split(".").at(-1) || (new URLSearchParams(body).get("Action") ?? "");
}

/** The name of the function that a request invokes. */
export const invokedBy = ({ path }: SignedRequest): string =>
  decodeURIComponent(/\/functions\/(.+)\/invocations$/.exec(path)?.[1] ?? "");

/**
 * What IAM decides about a request. Throws for a service whose rights it does not know.
 * @param accountId our own account, for resources that a request names without it
 */
export function callsOf(request: SignedRequest, accountId: string): Call[] {
  const { region, service, body } = request;
  const operation = operationOf(request);
  switch (service) {
    case "dynamodb": {
      const table = (name: string) => `arn:aws:dynamodb:${region}:${accountId}:table/${name}`;
      return tableCalls(operation, JSON.parse(body) as TableRequest).map(({ action, name, index, item }) => ({
        action: `dynamodb:${action}`,
        resource: index === undefined ? table(name) : `${table(name)}/index/${index}`,
        context: contextOf(item),
      }));
    }
    case "sqs": {
      const { QueueUrl } = JSON.parse(body) as { QueueUrl: string };
      // There is no right of its own for a batch.
      const action = `sqs:${operation.replace(/Batch$/, "")}`;
      return [{ action, resource: arnOfQueue(QueueUrl, region), context: {} }];
    }
    case "kms": {
      const { KeyId, EncryptionContext = {} } = JSON.parse(body) as KeyRequest;
      const context: Record<string, string> = {};
      for (const [name, value] of Object.entries(EncryptionContext))
        context[`kms:EncryptionContext:${name}`] = value;
      return [{ action: `kms:${operation}`, resource: KeyId, context }];
    }
    case "sts": {
      const resource = new URLSearchParams(body).get("RoleArn") ?? "*";
      return [{ action: `sts:${operation}`, resource, context: {} }];
    }
    case "lambda": {
      const resource = `arn:aws:lambda:${region}:${accountId}:function:${invokedBy(request)}`;
      return [{ action: "lambda:InvokeFunction", resource, context: {} }];
    }
    case "ses": {
      const { FromEmailAddress: from } = JSON.parse(body) as { FromEmailAddress: string };
      const identity = from.replace(/^.*@|>$/g, "");
      const resource = `arn:aws:ses:${region}:${accountId}:identity/${identity}`;
      return [{ action: "ses:SendEmail", resource, context: {} }];
    }
    default:
      throw new Error(`a function calls ${service}, and nobody has said here which rights that needs`);
  }
}

/** https://sqs.<region>.amazonaws.com/<account>/<name> */
export function arnOfQueue(url: string, region: string): string {
  const [, account, name] = new URL(url).pathname.split("/");
  return `arn:aws:sqs:${region}:${account}:${name}`;
}

interface KeyRequest {
  KeyId: string;
  EncryptionContext?: Record<string, string>;
}

/** The part of a request that is about one item. */
interface ItemRequest {
  Key?: StoredItem;
  Item?: StoredItem;
  ExpressionAttributeNames?: Record<string, string>;
}
type StoredItem = Record<string, { S?: string }>;

interface TableRequest extends ItemRequest {
  TableName?: string;
  IndexName?: string;
  RequestItems?: Record<string, unknown>;
  TransactItems?: Record<string, ItemRequest & { TableName: string }>[];
}

/**
 * What a condition of a right to write can compare: the partition, and every attribute that a request names. Our requests
 * name attributes in no other way.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/specifying-conditions.html
 */
function contextOf({ Key, Item, ExpressionAttributeNames = {} }: ItemRequest): Call["context"] {
  const written = Key ?? Item;
  if (!written) return {};
  const names = [...Object.keys(written), ...Object.values(ExpressionAttributeNames)];
  return {
    "dynamodb:LeadingKeys": [written["pk"]?.S ?? ""],
    "dynamodb:Attributes": [...new Set(names)],
  };
}

/** A transaction's items by the right that each needs. */
const itemActions: Record<string, string> = {
  Put: "PutItem",
  Update: "UpdateItem",
  Delete: "DeleteItem",
  ConditionCheck: "ConditionCheckItem",
  Get: "GetItem",
};

function tableCalls(
  operation: string,
  { TableName = "", IndexName, RequestItems, TransactItems, ...item }: TableRequest,
): { action: string; name: string; index?: string | undefined; item: ItemRequest }[] {
  if (TransactItems)
    return TransactItems.flatMap((all) =>
      Object.entries(all).map(([kind, one]) => ({
        action: itemActions[kind] ?? kind,
        name: one.TableName,
        item: one,
      })),
    );
  if (RequestItems) return Object.keys(RequestItems).map((name) => ({ action: operation, name, item: {} }));
  return [{ action: operation, name: TableName, index: IndexName, item }];
}
