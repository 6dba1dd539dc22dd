import { html, raw } from "hono/html";

interface Operation {
  summary?: string;
  "x-access"?: string;
  parameters?: { name: string; in: string; required?: boolean }[];
  requestBody?: { content?: Record<string, { schema?: unknown }> };
  responses?: Record<string, { description?: string; content?: Record<string, { schema?: unknown }> }>;
}

interface Document {
  info: { title: string; version: string };
  paths?: Record<string, Record<string, Operation>>;
  webhooks?: Record<string, Record<string, Operation>>;
}

const schemaText = (content: Record<string, { schema?: unknown }> | undefined) => {
  const schema = Object.values(content ?? {})[0]?.schema;
  return schema === undefined
    ? ""
    : html`<details>
        <summary>Schema</summary>
        <pre>${JSON.stringify(schema, null, 2)}</pre>
      </details>`;
};

const operationText = (method: string, path: string, operation: Operation) => html`
  <h2><code>${method.toUpperCase()} ${path}</code></h2>
  <p>${operation.summary ?? ""}</p>
  ${operation["x-access"] ? html`<p>May call it: <strong>${operation["x-access"]}</strong></p>` : ""}
  ${(operation.parameters ?? []).map(
    ({ name, in: place, required }) =>
      html`<p>Parameter <code>${name}</code> (${place}${required ? ", required" : ""})</p>`,
  )}
  ${
    operation.requestBody
      ? html`<p>Body</p>
          ${schemaText(operation.requestBody.content)}`
      : ""
  }
  <table>
    <thead>
      <tr>
        <th scope="col">Status</th>
        <th scope="col">Meaning</th>
      </tr>
    </thead>
    <tbody>
      ${Object.entries(operation.responses ?? {}).map(
        ([status, { description, content }]) =>
          html`<tr>
            <td>${status}</td>
            <td>${description ?? ""} ${Number(status) < 300 ? schemaText(content) : ""}</td>
          </tr>`,
      )}
    </tbody>
  </table>
`;

const operationTexts = (operations: NonNullable<Document["paths"]>) =>
  Object.entries(operations).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => operationText(method, path, operation)),
  );

/**
 * The OpenAPI document as one HTML page without scripts. The usual viewers load half a megabyte of script from other
 * hosts, which our content security policy forbids.
 */
export function referencePage(document: object) {
  const { info, paths = {}, webhooks = {} } = document as Document;
  return html`${raw("<!doctype html>")}
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <title>${info.title}</title>
      </head>
      <body>
        <h1>${info.title} ${info.version}</h1>
        <p>The same as a document: <a href="openapi.json">openapi.json</a></p>
        ${operationTexts(paths)}
        <h1>What webhooks get</h1>
        ${operationTexts(webhooks)}
      </body>
    </html>`;
}
