/*
 * How AWS writes its answers; tried with the SDK's own clients. STS, ElastiCache and EC2 answer in XML, CloudWatch
 * in JSON.
 */

/** A value as XML: lists are written by `listOf`, what is undefined is left out. */
export type Xml = string | number | boolean | undefined | XmlFields | XmlList;
interface XmlFields {
  [name: string]: Xml;
}
interface XmlList {
  itemName: string;
  items: Xml[];
}

export const listOf = (itemName: string, items: Xml[]): XmlList => ({ itemName, items });

const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

const isList = (value: XmlFields | XmlList): value is XmlList => Array.isArray(value["items"]);

export function toXml(name: string, value: Xml): string {
  if (value === undefined) return "";
  if (typeof value !== "object") return `<${name}>${escaped(String(value))}</${name}>`;
  const inner = isList(value)
    ? value.items.map((item) => toXml(value.itemName, item))
    : Object.entries(value).map(([field, content]) => toXml(field, content));
  return `<${name}>${inner.join("")}</${name}>`;
}

const requestId = "00000000-0000-4000-8000-000000000000";
const asXml = { "content-type": "text/xml" };

/** The answer of a service of the query protocol. */
export function queryAnswer(action: string, result: Xml): Response {
  const body = toXml(`${action}Response`, {
    [`${action}Result`]: result,
    ResponseMetadata: { RequestId: requestId },
  });
  return new Response(body, { headers: asXml });
}

/** An error of any service, in the words of the one that is asked. */
export function failure(service: string, status: number, code: string, message: string): Response {
  if (service === "monitoring")
    return Response.json(
      { __type: `com.amazonaws.cloudwatch#${code}`, message },
      { status, headers: { "content-type": "application/x-amz-json-1.0" } },
    );
  const error = { Type: "Sender", Code: code, Message: message };
  const body =
    service === "ec2"
      ? toXml("Response", { Errors: { Error: { Code: code, Message: message } }, RequestID: requestId })
      : toXml("ErrorResponse", { Error: error, RequestId: requestId });
  return new Response(body, { status, headers: asXml });
}
