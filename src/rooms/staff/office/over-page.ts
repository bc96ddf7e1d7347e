import type { ReactNode } from 'react'

/** What stands beside all pages of whoever is signed in, once somebody brings it: it outlives the page that did. */
export const overPage: { put?: (what: ReactNode) => void } = {}
