/** `12 June 2026` the language's way, in Western digits as all numbers of the shop. The same in every time zone. */
export function longDate(iso: string, tag: string): string {
  return new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeZone: 'UTC', numberingSystem: 'latn' }).format(
    new Date(iso),
  )
}
