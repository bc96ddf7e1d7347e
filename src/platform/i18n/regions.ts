// Which countries there are.
const NAMES = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
/** What CLDR has beside countries. */
const NO_COUNTRIES = new Set(['EU', 'EZ', 'UN', 'QO', 'XA', 'XB', 'ZZ'])

/** As ISO 3166 calls it (UK is GB); undefined: nothing. */
export function regionOf(code: string): string | undefined {
  if (!/^[A-Z]{2}$/.test(code) || NO_COUNTRIES.has(code)) return undefined
  const region = new Intl.Locale(`und-${code}`).region
  return region && NAMES.of(region) ? region : undefined
}
