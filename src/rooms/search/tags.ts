import { defineTag } from '#platform/http/page-tags.ts'

/** The lists of a category, by its id. */
export const LIST = defineTag('c')
export const EVERY_LIST = LIST('every')
/** What is found by words, in a category or everywhere. */
export const EVERY_SEARCH = LIST('search')
export const HOME = LIST('home')
/** The lists of a category, or of all, that look at single versions: by platform or region, or count what a choice of those would leave. */
export const LIST_VERSIONS = (id: number | 'all') => LIST(`versions-${id}`)
