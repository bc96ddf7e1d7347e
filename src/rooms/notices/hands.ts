// What others may ask of the notices.
export { notify } from './notify.ts'
export { TOLD_BY_STAFF } from './told.ts'
