// In which widths pictures are made, and where each of them stands: server and browser ask for the same ones.
import type { ImageFormat } from '#ui/cover.tsx'

/** Widths of a product's poster, in pixels. */
export const POSTER_WIDTHS = [180, 240, 360, 480, 720] as const

/** The path of a picture in another width and format: only its last part differs. */
export function pictureAt(path: string, width: number, format: ImageFormat): string {
  return `${path.slice(0, path.lastIndexOf('/') + 1)}${width}.${format}`
}

/** For a page's head: what is largest on it is asked for before anything else is read. */
export function picturePreload(path: string, widths: readonly number[], sizes: string) {
  return {
    rel: 'preload',
    as: 'image',
    type: 'image/avif',
    imageSrcSet: widths.map((width) => `${pictureAt(path, width, 'avif')} ${width}w`).join(', '),
    imageSizes: sizes,
    fetchPriority: 'high' as const,
  }
}
