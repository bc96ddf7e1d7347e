// What others may ask of the notices.
export { TOLD_BY_STAFF } from './told.ts'
