import { defineTag } from '#platform/http/page-tags.ts'

/** A product as a card shows it. */
export const CARD = defineTag('p')
/** A product's own page. */
export const DETAIL = defineTag('d')
