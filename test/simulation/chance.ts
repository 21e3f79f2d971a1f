// Chance from a seed: what it decides once, it decides again at every replay.

export interface Chance {
  /** 0 ≤ x < 1. */
  next(): number;
  is(probability: number): boolean;
  /** 0 … below − 1. */
  below(limit: number): number;
  between(from: number, to: number): number;
  pick<Item>(items: readonly Item[]): Item;
  /** One of them, the more likely the greater its weight. */
  weighed<Item>(items: readonly (readonly [number, Item])[]): Item;
}

/** mulberry32: short, fast, and good enough to shake a queue with. `stream` keeps the chance of one part from shifting another's. */
export function chanceOf(seed: number, stream = 0): Chance {
  // Neighbouring seeds must not begin alike, so the two numbers are stirred first.
  let a = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(stream + 1, 0xc2b2ae35);
  function next(): number {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  }
  next();
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    next,
    below,
    is: (probability) => next() < probability,
    between: (from, to) => from + next() * (to - from),
    pick(items) {
      const item = items[below(items.length)];
      if (item === undefined) throw new Error('nothing to pick from');
      return item;
    },
    weighed(items) {
      let at = next() * items.reduce((sum, [weight]) => sum + weight, 0);
      for (const [weight, item] of items) {
        at -= weight;
        if (at < 0) return item;
      }
      throw new Error('nothing to pick from');
    },
  };
}
