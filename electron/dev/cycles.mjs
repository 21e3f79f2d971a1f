// @ts-check

/**
 * @template {{ from: string, to: string }} Edge
 * @param {readonly Edge[]} edges
 * @returns {Edge[][]} each circle once, as the edges that close it
 */
export function findCycles(edges) {
  /** @type {Map<string, Edge[]>} */
  const outgoing = new Map();
  for (const edge of edges) outgoing.set(edge.from, [...(outgoing.get(edge.from) ?? []), edge]);
  /** @type {Set<string>} */
  const done = new Set();
  /** @type {Edge[]} */
  const way = [];
  /** @type {Edge[][]} */
  const cycles = [];

  /** @param {string} file */
  const walk = (file) => {
    for (const edge of outgoing.get(file) ?? []) {
      const at = edge.to === edge.from ? way.length : way.findIndex(({ from }) => from === edge.to);
      if (at !== -1) {
        cycles.push([...way.slice(at), edge]);
      } else if (!done.has(edge.to)) {
        way.push(edge);
        walk(edge.to);
        way.pop();
      }
    }
    done.add(file);
  };
  for (const file of outgoing.keys()) if (!done.has(file)) walk(file);
  return cycles;
}
