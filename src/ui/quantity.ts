/** Whole numbers within bounds; an upper bound below the lower one (nothing left) counts as the lower one. */
export function clampQuantity(value: number, min: number, max: number): number {
  return Math.min(Math.max(min, Math.round(value)), Math.max(min, max))
}

/** What was typed, or nothing where it is not a whole number. */
export function parseQuantity(text: string): number | undefined {
  const trimmed = text.trim()
  return /^\d{1,7}$/.test(trimmed) ? Number(trimmed) : undefined
}
