// Where a product's picture stands. The path carries a hash of what the picture shows, so it may be kept for ever.
import { drawingHash } from '#art/address.ts'
import { uploadedHash } from '#rooms/pictures/hands.ts'
import { SCREEN_WIDTHS, SCREENSHOT_WIDTHS } from './rules.ts'

export const COVER_SHAPE = [3, 4] as const

/** What a poster shows: all of it makes it another picture, so nobody keeps one with another amount or region on it. */
export interface PosterSubject {
  title: string
  /** Codes of the genres, joined by `;`, the first the most telling. */
  genre: string
  kind: 'game' | 'card' | 'account'
  seed: string
  /** What it prints of what is sold: see `smallLines`. */
  subtitle?: string | undefined
  figure?: string | undefined
}

/** `pictureId`: of what was uploaded for the product; null: its poster is drawn. */
export function coverPath(productId: number, pictureId: string | null, subject: PosterSubject): string {
  const hash = pictureId === null ? drawingHash(subject) : uploadedHash(pictureId)
  return `/media/products/${productId}-${hash}/480.webp`
}

/** Changes with what is written on the picture that is shared beside a product's address. */
export const sharedHash = (title: string, platforms: string) => drawingHash([title, platforms])

/** A screenshot cut to 16:9 for the page, and whole for whoever wants to see all of it. */
export const SCREENSHOT_SHAPES = { screenshots: [16, 9], screens: null } as const

export function screenshotPath(
  kind: keyof typeof SCREENSHOT_SHAPES,
  { id, pictureId }: { id: number; pictureId: string },
): string {
  const widest = (kind === 'screens' ? SCREEN_WIDTHS : SCREENSHOT_WIDTHS).at(-1)
  return `/media/${kind}/${id}-${uploadedHash(pictureId)}/${widest}.webp`
}

/** In pixels, as a screenshot is shown whole. */
export function screenSize({ width, height }: { width: number; height: number }) {
  const shown = Math.min(width, SCREEN_WIDTHS.at(-1)!)
  return { width: shown, height: Math.max(1, Math.round((shown * height) / width)) }
}

/** A card's version with the amount that it is worth. */
export function skuPosterPath(skuId: number, subject: PosterSubject): string {
  return `/media/skus/${skuId}-${drawingHash(subject)}/480.webp`
}
