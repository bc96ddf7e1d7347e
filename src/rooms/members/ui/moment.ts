/** A moment as people of this language say it, in the time of their own clock. */
export const sayMoment = (iso: string, tag: string) =>
  new Date(iso).toLocaleString(tag, { dateStyle: 'medium', timeStyle: 'short' })

/** What is known of a place. */
export const sayPlace = (parts: readonly (string | null)[]) => parts.filter(Boolean).join(', ')
