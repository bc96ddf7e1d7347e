// What an uploaded picture may be at most (decision F10).

export const MOST_BYTES = 5 * 1024 * 1024

/** A photograph of today's cameras; it takes some 120 MB to unpack. */
export const MOST_PIXELS = 40_000_000

/** In which shares of a picture its parts are told: ten thousandths of its width and height. */
export const WHOLE = 10_000

/** What is kept of a picture, and the point of it that is to be seen whatever it is cut to; null: what draws attention. */
export interface Cut {
  x: number
  y: number
  width: number
  height: number
  /** In shares of the part. */
  focus: { x: number; y: number } | null
}

/** Pixels: less is no picture any more. */
export const LEAST_EDGE = 32
