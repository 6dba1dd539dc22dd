/**
 * The route that the gateway takes for a request: one that fits to the end, then one with a greedy variable, then
 * the default one. https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-routes.html
 * @param keys such as "GET /databases", "ANY /accounts/{proxy+}" and "$default"
 */
export function chosenRoute(keys: readonly string[], method: string, path: string): string {
  const fits = (key: string) => {
    const [verb = "", pattern = ""] = key.split(" ");
    if (verb !== method && verb !== "ANY") return false;
    const expression = pattern.replace(/\{\w+\+\}$/, ".+").replaceAll(/\{\w+\}/g, "[^/]+");
    return new RegExp(`^${expression}$`).test(path);
  };
  const found = keys.filter(fits).toSorted((one, other) => Number(isGreedy(one)) - Number(isGreedy(other)));
  return found[0] ?? "$default";
}

const isGreedy = (key: string) => key.endsWith("+}");
