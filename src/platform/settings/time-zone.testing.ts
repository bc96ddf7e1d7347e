// For tests of what belongs to a day: one that does not end while they run, whenever that is.

/** A zone in which it is this hour now, by its name; between ten and fourteen there is one always. */
export function zoneWhereItIs(hour: number): string {
  const ahead = hour - new Date().getUTCHours()
  // These count westwards.
  return `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
}
