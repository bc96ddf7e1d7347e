// What finding a word is worth.
import { type Bits, eachOf } from './bitset.ts'
import { SHOP_WORDS } from './shop-words.ts'

/** Whole numbers, so that sums do not depend on their order. What one product in a hundred has weighs half of what one in ten thousand has. */
export function weightOf(found: number, total: number): number {
  return 2 + Math.max(0, Math.round(64 * Math.log2((total + 1) / (found + 1))))
}

/** It tells games apart but names none: a number, or what is said of everything in a shop. */
export function isWeak(word: string): boolean {
  return SHOP_WORDS.has(word) || /^\p{N}+$/u.test(word)
}

/** Adds the weight to every product that is found. */
export function addWeight(scores: Int32Array, found: Bits, weight: number): void {
  eachOf(found, (slot) => {
    scores[slot]! += weight
  })
}
