/** Characters that fit: 38 values each, 38^10 < 2^53. */
const CHARACTERS = 10
const VALUES = 38

/** Space, digits, letters: the order in which the English collation (the root of all) has them. Nothing is 0, so that shorter comes first. */
const WEIGHTS = new Uint8Array(128)
WEIGHTS[32] = 1
for (let digit = 0; digit < 10; digit++) WEIGHTS[48 + digit] = 2 + digit
for (let letter = 0; letter < 26; letter++) WEIGHTS[65 + letter] = WEIGHTS[97 + letter] = 12 + letter

/**
 * A number by which most pairs of names can be put in English order without the collator, whose calls were half the time of building
 * the index: where two names' numbers differ, their order is the names' order. NaN where the beginning of the name holds
 * anything but ASCII letters, digits and spaces, or might be changed by what follows it (a combining accent).
 */
export function englishNameKey(name: string): number {
  let key = 0
  for (let i = 0; i < CHARACTERS; i++) {
    let weight = 0
    if (i < name.length) {
      weight = WEIGHTS[name.charCodeAt(i)] ?? 0
      if (weight === 0) return Number.NaN
    }
    key = key * VALUES + weight
  }
  return name.length > CHARACTERS && name.charCodeAt(CHARACTERS) > 127 ? Number.NaN : key
}
