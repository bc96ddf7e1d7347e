import { defineTag } from '#platform/http/page-tags.ts'

/** The lists of a category, by its id. */
export const LIST = defineTag('c')
export const EVERY_LIST = LIST('every')
export const HOME = LIST('home')
