/** A stream of random choices that is the same for the same seed and name. */
export type Random = {
  /** 0 ≤ x < 1 */
  next(): number
  /** a whole number, both ends included */
  int(from: number, to: number): number
  chance(probability: number): boolean
  pick<T>(from: readonly T[]): T
  /** `count` different ones, in random order */
  some<T>(from: readonly T[], count: number): T[]
}

/** Every part of the seed has a stream of its own, so that more products do not change the orders. */
export function randomFor(name: string, seed = 20_261_121): Random {
  const next = mulberry32([...name].reduce((hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), 16_777_619), seed))
  const int = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
  const some = <T>(from: readonly T[], count: number) => {
    const rest = [...from]
    return Array.from({ length: Math.min(count, rest.length) }, () => rest.splice(int(0, rest.length - 1), 1)).flat()
  }
  return {
    next,
    int,
    chance: (probability) => next() < probability,
    pick: (from) => {
      const picked = from[Math.floor(next() * from.length)]
      if (picked === undefined) throw new RangeError('nothing to pick from')
      return picked
    },
    some,
  }
}

function mulberry32(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}
