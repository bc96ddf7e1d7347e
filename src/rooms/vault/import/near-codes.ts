// Codes that an operator may have meant.

/** At most five: those that are a typing error or two away, or hold what was typed. */
export function nearCodes(typed: string, codes: readonly string[]): string[] {
  const wanted = typed.toUpperCase()
  const most = wanted.length < 5 ? 1 : 2
  return codes
    .map((code) => ({ code, errors: errorsBetween(wanted, code.toUpperCase(), most) }))
    .filter(({ code, errors }) => errors <= most || (wanted.length >= 3 && code.toUpperCase().includes(wanted)))
    .sort((a, b) => a.errors - b.errors || a.code.length - b.code.length || (a.code < b.code ? -1 : 1))
    .slice(0, 5)
    .map(({ code }) => code)
}

/** Letters missing, too many or wrong; more than `most` are not counted on. */
function errorsBetween(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1
  let row = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)))
    }
    if (Math.min(...next) > most) return most + 1
    row = next
  }
  return row[b.length]!
}
