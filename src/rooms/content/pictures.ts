// Where the pictures of news and banners stand: drawn alike, under addresses that change with what they show.
import { drawingHash } from '#art/address.ts'
import type { PictureKind } from '#rooms/pictures/hands.ts'

export const NEWS_PICTURE_WIDTHS = [420, 840, 1260, 1680] as const
export const BANNER_WIDTHS = [840, 1260, 1680] as const

export function newsPicturePath(
  id: number,
  { genre, seed }: { genre: string; seed: string },
  mirrored: boolean,
): string {
  return `/media/news/${id}-${drawingHash({ genre, seed })}${mirrored ? '-rtl' : ''}/1680.webp`
}

export function bannerPath(bannerId: number, subject: { genre: string; seed: string }, mirrored: boolean): string {
  return `/media/banners/${bannerId}-${drawingHash(subject)}${mirrored ? '-rtl' : ''}/1680.webp`
}

interface Subject {
  genre: string
  seed: string
}

/** How such a picture is found and drawn. */
export function drawnAs(
  read: (id: number) => Promise<Subject | undefined>,
  pathOf: (id: number, subject: Subject, mirrored: boolean) => string,
): PictureKind['find'] {
  return async (id, mirrored) => {
    const subject = await read(id)
    if (!subject) return undefined
    const { genre, seed } = subject
    return {
      path: pathOf(id, subject, mirrored),
      svg: async () => (await import('#art/banner.ts')).bannerSvg({ genre, seed, mirrored }),
    }
  }
}
