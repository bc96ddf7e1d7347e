// What counts as how long.

/** Characters as Unicode counts them, whichever way their accents were typed. */
export const lengthOf = (password: string) => [...password.normalize('NFC')].length
