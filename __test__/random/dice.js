/** A small seeded generator of random choices (mulberry32): the same seed gives the same batch everywhere. */
export class Dice {
  #state;

  constructor(seed) {
    this.#state = seed >>> 0;
    // Neighbouring seeds begin alike; a few throws tell them apart.
    for (let i = 0; i < 4; i++) this.next();
  }

  next() {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  }

  /** An integer from `low` to `high`, both included. */
  int(low, high) {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  chance(probability) {
    return this.next() < probability;
  }

  pick(list) {
    return list[this.int(0, list.length - 1)];
  }

  /** Picks a key of `{ choice: weight }`. */
  weighted(weights) {
    const entries = Object.entries(weights);
    let left = this.next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [choice, weight] of entries) {
      left -= weight;
      if (left < 0) return choice;
    }
    return entries[0][0];
  }

  list(count, make) {
    return Array.from({ length: count }, (_, index) => make(index));
  }
}
