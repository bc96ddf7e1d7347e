// Pictures of whatever rooms declare, uploaded or drawn: made in a size when it is first asked for, kept in the data
// directory, served for ever.
import { join } from 'node:path'
import type { ServedFormat } from '#art/render.ts'
import { refuseBusy } from '#platform/http/refuse-busy.ts'
import type { Shade, Shape } from './cut.ts'
import { type Asked, type KeptPictures, pictureMoved, servePicture } from './kept.ts'
import type { Cut } from './limits.ts'

const PATH = /^\/media\/([a-z]+)\/(\d{1,9})-([0-9a-f]{10}(?:-rtl)?)\/(\d{3,4})\.(avif|webp)$/

/** A picture as it is now: drawn by the shop, or uploaded. Who shows it knows its path and need not know which it is. */
export type Picture = {
  /** Where it stands today; an older address redirects there. */
  path: string
} & (Drawn | Uploaded)

interface Drawn {
  svg(): Promise<string>
}

interface Uploaded {
  /** Its id in `uploads`. */
  upload: string
  /** Which side is darkened, because light words stand on it. */
  shade?: Shade
}

/** What a room says of one kind of picture, `/media/{kind}/…`. */
export interface PictureKind {
  /** In which it is made. */
  widths: readonly number[]
  /** Across and down: to what an uploaded picture is cut; null: it stays whole. What is drawn has it by itself. */
  shape: Shape | null
  /** What is transparent is not put on white. */
  staysClear?: boolean
  find(id: number, mirrored: boolean): Promise<Picture | undefined>
  /** Whether visitors can have seen it. Otherwise it is found by its address alone, and no other one leads there. */
  isOut?(id: number): Promise<boolean>
}

/** One that is drawn before anybody asks for it. */
export interface AheadPicture {
  kind: string
  id: number
  width: number
}

export interface MediaOptions {
  kinds: () => Readonly<Record<string, PictureKind>>
  pictures: KeptPictures
  sourceOf: (upload: string) => Promise<{ content: Buffer; focus: Cut['focus'] }>
}

export function createMedia({ kinds, pictures, sourceOf }: MediaOptions) {
  const kindOf = (name: string) => (Object.hasOwn(kinds(), name) ? kinds()[name] : undefined)

  const fileOf = (kind: string, id: number, name: string, width: number, format: string) =>
    join(kind, String(id % 100), name, `${width}.${format}`)

  const making =
    (picture: Picture, { widths, shape, staysClear }: PictureKind, width: number, format: ServedFormat) =>
    async () => {
      if ('upload' in picture) {
        const { cutPicture } = await import('./cut.ts')
        const { upload, shade } = picture
        const { content, focus } = await sourceOf(upload)
        return cutPicture(content, { shape, widest: widths.at(-1)!, width, format, shade, focus, staysClear })
      }
      const { renderPoster } = await import('#art/render.ts')
      return renderPoster(await picture.svg(), { width, format })
    }

  /** GET /media/{kind}/{id}-{hash}/{width}.{avif|webp} */
  async function answer(request: Request, { address }: Asked): Promise<Response | undefined> {
    const { pathname } = new URL(request.url)
    const [, kind, id, hash, size, format] = PATH.exec(pathname) ?? []
    if (!kind || !id || !hash || !size || !format) return undefined
    const width = Number(size)
    const declared = kindOf(kind)
    if (!declared?.widths.includes(width)) return undefined
    const name = `${id}-${hash}`
    const file = fileOf(kind, Number(id), name, width, format)
    const kept = await pictures.find(file)
    if (kept) return servePicture(kept, format)
    const refusal = pictures.refusal(address)
    if (refusal) return refusal
    const picture = await declared.find(Number(id), hash.endsWith('-rtl'))
    if (!picture) return undefined
    // It may stand among another kind's: a card with its amount is one picture with the others once one is uploaded.
    const today = picture.path.replace(/[^/]*$/, `${width}.${format}`)
    if (today !== pathname) {
      if (declared.isOut && !(await declared.isOut(Number(id)))) return undefined
      return pictureMoved(today)
    }
    const waiter = { address, signal: request.signal }
    return pictures
      .draw(file, making(picture, declared, width, format as ServedFormat), waiter)
      .then((bytes) => servePicture(bytes, format), refuseBusy)
  }

  /** The picture as it stands today, if no visitor waits for another; false: later. */
  async function ahead({ kind, id, width }: AheadPicture): Promise<boolean> {
    const declared = kindOf(kind)
    const picture = await declared?.find(id, false)
    const name = picture?.path.split('/').at(-2)
    if (!declared || !picture || !name) return true
    return pictures.drawAhead(fileOf(kind, id, name, width, 'avif'), making(picture, declared, width, 'avif'))
  }

  return { answer, ahead }
}
