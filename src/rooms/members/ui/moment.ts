/** A moment as people of this language say it, in the time of their own clock, and in Western digits. */
export const sayMoment = (iso: string, tag: string) =>
  new Date(iso).toLocaleString(tag, { dateStyle: 'medium', timeStyle: 'short', numberingSystem: 'latn' })

/** Its day. */
export const sayDay = (iso: string, tag: string) =>
  new Date(iso).toLocaleDateString(tag, { dateStyle: 'medium', numberingSystem: 'latn' })

/** What is known of a place. */
export const sayPlace = (parts: readonly (string | null)[]) => parts.filter(Boolean).join(', ')
