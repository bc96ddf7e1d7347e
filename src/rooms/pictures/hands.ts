// What other rooms may ask of the pictures.
export { type Asked, type KeptPictures, refusePicture, servePicture } from './kept.ts'
export type { PictureKind } from './media.ts'
