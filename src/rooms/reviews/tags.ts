import { defineTag } from '#platform/http/page-tags.ts'

/** The reviews of a product, 0 those of the shop; a trigger names it, too. */
export const REVIEWS = defineTag('r')
