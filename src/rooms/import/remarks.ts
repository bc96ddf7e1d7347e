// Why rows are refused, repaired or skipped, in words. The codes stand in the report and stay the same.
import type { ReportEntry } from '#platform/report.ts'

export const REASONS = {
  broken: { outcome: 'refused', text: 'cannot be read: no CSV, or bytes that are no text' },
  columns: { outcome: 'refused', text: 'has too few or too many columns' },
  'no-reference': { outcome: 'refused', text: 'has no reference' },
  'bad-reference': { outcome: 'refused', text: 'has a reference that cannot be one' },
  'no-name': { outcome: 'refused', text: 'has no name' },
  'duplicate-reference': { outcome: 'refused', text: 'has the reference of an earlier row' },
  'unknown-region': { outcome: 'refused', text: 'is for a region that the shop does not know' },
  'many-categories': { outcome: 'refused', text: 'needs a new category, and the shop has as many as it can' },
  'many-facets': {
    outcome: 'refused',
    text: 'needs a new genre, language or platform, and the shop has as many values as it can',
  },
  'header-again': { outcome: 'skipped', text: 'repeats the names of the columns' },
  'name-control-characters': { outcome: 'repaired', text: 'control characters removed from the name' },
  'name-blanks': { outcome: 'repaired', text: 'blanks put right in the name' },
  'name-unreadable': { outcome: 'repaired', text: 'the name holds characters that somebody before could not read' },
  'name-cut': { outcome: 'repaired', text: 'the name was too long and is cut' },
  picture: { outcome: 'repaired', text: 'no https address: loaded without a picture' },
  date: { outcome: 'repaired', text: 'no such date: loaded without one' },
  popularity: { outcome: 'repaired', text: 'no whole number: popularity counts it as 0' },
  'price-zero': { outcome: 'repaired', text: 'price 0: loaded without an offer' },
  'price-missing': { outcome: 'repaired', text: 'no price: loaded without an offer' },
  'price-unreadable': { outcome: 'repaired', text: 'price cannot be read: loaded without an offer' },
  'price-currency': { outcome: 'repaired', text: 'no rate for the currency: loaded without an offer' },
  'price-range': { outcome: 'repaired', text: 'price too low or too high: loaded without an offer' },
  'offer-kept': { outcome: 'repaired', text: 'has no price any more: its offer keeps the last one' },
  'price-planned': {
    outcome: 'repaired',
    text: 'another price is planned in the shop: its offer keeps the one of now',
  },
  'title-repeated': { outcome: 'repaired', text: 'title exists already: the reference is in the address' },
  'title-not-ascii': { outcome: 'repaired', text: 'title is not ASCII: the address is written in Latin letters' },
  'title-no-ascii': {
    outcome: 'repaired',
    text: 'title is not all to be written in ASCII: the reference is in the address',
  },
} as const satisfies Record<string, { outcome: ReportEntry['outcome']; text: string }>

export type Reason = keyof typeof REASONS
