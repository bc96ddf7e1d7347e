/** 4.25 → `4.3`, `4,3`: a mean score as it is read, always with one decimal, in Western digits. */
export function scoreText(score: number, tag: string): string {
  return new Intl.NumberFormat(tag, {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
    numberingSystem: 'latn',
  }).format(score)
}
