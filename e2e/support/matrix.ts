/** `npm run test:full`: every combination of language, width and device; otherwise those that say most. */
export const FULL = process.env.MATRIX === 'full'
