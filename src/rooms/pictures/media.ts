// Pictures of whatever rooms declare: drawn when they are first asked for, kept in the data directory, served for ever.
import { join } from 'node:path'
import { clientNetwork } from '#platform/http/client-address.ts'
import { type Asked, type KeptPictures, refusePicture, servePicture } from './kept.ts'

const PATH = /^\/media\/([a-z]+)\/(\d{1,9})-([0-9a-f]{10}(?:-rtl)?)\/(\d{3,4})\.(avif|webp)$/

/** A picture as it would be drawn now. */
export interface Drawn {
  /** Where it stands today; an older address redirects there. */
  path: string
  svg(): Promise<string>
}

/** What a room says of one kind of picture, `/media/{kind}/…`. */
export interface PictureKind {
  /** In which it is drawn. */
  widths: readonly number[]
  find(id: number, mirrored: boolean): Promise<Drawn | undefined>
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
}

export function createMedia({ kinds, pictures }: MediaOptions) {
  const kindOf = (name: string) => (Object.hasOwn(kinds(), name) ? kinds()[name] : undefined)

  const fileOf = (kind: string, id: number, name: string, width: number, format: string) =>
    join(kind, String(id % 100), name, `${width}.${format}`)

  const drawing = (picture: Drawn, width: number, format: 'avif' | 'webp') => async () => {
    const { renderPoster } = await import('#art/render.ts')
    return renderPoster(await picture.svg(), { width, format })
  }

  /** GET /media/{kind}/{id}-{hash}/{width}.{avif|webp} */
  async function answer(request: Request, { address }: Asked): Promise<Response | undefined> {
    const [, kind, id, hash, size, format] = PATH.exec(new URL(request.url).pathname) ?? []
    if (!kind || !id || !hash || !size || !format) return undefined
    const width = Number(size)
    const declared = kindOf(kind)
    if (!declared?.widths.includes(width)) return undefined
    const name = `${id}-${hash}`
    const file = fileOf(kind, Number(id), name, width, format)
    const kept = await pictures.find(file)
    if (kept) return servePicture(kept, format)
    const picture = await declared.find(Number(id), hash.endsWith('-rtl'))
    if (!picture) return undefined
    const today = picture.path.split('/').at(-2)
    if (today !== name)
      return new Response(null, { status: 302, headers: { location: `/media/${kind}/${today}/${width}.${format}` } })
    const waiter = { client: clientNetwork(address), signal: request.signal }
    return pictures
      .draw(file, drawing(picture, width, format as 'avif' | 'webp'), waiter)
      .then((bytes) => servePicture(bytes, format), refusePicture)
  }

  /** The picture as it stands today, if no visitor waits for another; false: later. */
  async function ahead({ kind, id, width }: AheadPicture): Promise<boolean> {
    const picture = await kindOf(kind)?.find(id, false)
    const name = picture?.path.split('/').at(-2)
    if (!picture || !name) return true
    return pictures.drawAhead(fileOf(kind, id, name, width, 'avif'), drawing(picture, width, 'avif'))
  }

  return { answer, ahead }
}
