export type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/** A graph from its edges; an edge from a node to itself is left out. */
export function graphOf(edges: Iterable<readonly [from: string, to: string]>): Graph {
  const graph = new Map<string, Set<string>>();
  for (const [from, to] of edges) {
    const targets = graph.get(from) ?? new Set();
    graph.set(from, targets);
    if (to !== from) targets.add(to);
  }
  return graph;
}

/** Every cycle that a walk along all edges finds, as a path: "a -> b -> a". */
export function cyclesOf(graph: Graph): string[] {
  const finished = new Set<string>();
  const path: string[] = [];
  const cycles: string[] = [];
  function visit(node: string): void {
    const start = path.indexOf(node);
    if (start !== -1) cycles.push([...path.slice(start), node].join(" -> "));
    if (start !== -1 || finished.has(node)) return;
    path.push(node);
    for (const next of graph.get(node) ?? []) visit(next);
    path.pop();
    finished.add(node);
  }
  for (const node of graph.keys()) visit(node);
  return cycles;
}
