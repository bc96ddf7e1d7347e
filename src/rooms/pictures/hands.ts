// What other rooms may ask of the pictures.
export { storeCut } from './cut-upload.ts'
export { formatOf } from './format.ts'
export { type Asked, type KeptPictures, pictureMoved, servePicture } from './kept.ts'
export { FROM_NEWEST, type LibraryRow, libraryRows, lockUpload, removeUpload } from './library-store.ts'
export type { Picture } from './media.ts'
export { PictureRefused } from './refused.ts'
export { uploadContent, uploadFacts } from './store.ts'
export { redrawPicture, storePicture, uploadedHash } from './uploads.ts'
