/** Characters that fit into one key: 38 values each, 38^10 < 2^53. */
export const CHARACTERS = 10
const VALUES = 38

/** Space, digits, letters: the order in which the English collation (the root of all) has them. Nothing is 0, so that shorter comes first. */
const WEIGHTS = new Uint8Array(128)
WEIGHTS[32] = 1
for (let digit = 0; digit < 10; digit++) WEIGHTS[48 + digit] = 2 + digit
for (let letter = 0; letter < 26; letter++) WEIGHTS[65 + letter] = WEIGHTS[97 + letter] = 12 + letter

/**
 * A number by which most pairs of names can be put in English order without the collator, whose calls were half the time of building
 * the index: where two names' numbers differ, their order is the names' order. NaN where this part of the name holds
 * anything but ASCII letters, digits and spaces, or might be changed by what follows it (a combining accent).
 * @param from where the part begins: what comes before it must have the same number in both names
 */
export function englishNameKey(name: string, from: number): number {
  let key = 0
  const end = from + CHARACTERS
  for (let i = from; i < end; i++) {
    let weight = 0
    if (i < name.length) {
      weight = WEIGHTS[name.charCodeAt(i)] ?? 0
      if (weight === 0) return Number.NaN
    }
    key = key * VALUES + weight
  }
  return name.length > end && name.charCodeAt(end) > 127 ? Number.NaN : key
}
