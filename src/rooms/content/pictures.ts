// The pictures of news and banners: uploaded, or drawn alike, under addresses that change with what they show.
import { drawingHash } from '#art/address.ts'
import { type Picture, uploadedHash } from '#rooms/pictures/hands.ts'
import type { BannerSubject } from './banner-store.ts'
import type { NewsSubject } from './store.ts'

export const WIDE_SHAPE = [21, 9] as const

/** An uploaded picture is the same in all directions of reading. */
export function newsPicture(id: number, subject: NewsSubject, mirrored: boolean): Picture {
  const { pictureId } = subject
  return pictureId === null
    ? { path: pathOf('news', id, drawnHash(subject), mirrored), ...drawn(subject, mirrored) }
    : { path: pathOf('news', id, uploadedHash(pictureId), false), upload: pictureId }
}

/** The words stand where reading begins: there an uploaded picture is darkened. It is never mirrored, for it may hold words. */
export function bannerPicture(id: number, subject: BannerSubject, mirrored: boolean): Picture {
  const upload = (mirrored ? subject.rtlPictureId : null) ?? subject.pictureId
  return upload === null
    ? { path: pathOf('banners', id, drawnHash(subject), mirrored), ...drawn(subject, mirrored) }
    : { path: pathOf('banners', id, uploadedHash(upload), mirrored), upload, shade: mirrored ? 'right' : 'left' }
}

interface DrawnSubject {
  genre: string
  seed: string
}

const pathOf = (kind: string, id: number, hash: string, mirrored: boolean) =>
  `/media/${kind}/${id}-${hash}${mirrored ? '-rtl' : ''}/1680.webp`

const drawnHash = ({ genre, seed }: DrawnSubject) => drawingHash({ genre, seed })

const drawn = ({ genre, seed }: DrawnSubject, mirrored: boolean) => ({
  svg: async () => (await import('#art/banner.ts')).bannerSvg({ genre, seed, mirrored }),
})
