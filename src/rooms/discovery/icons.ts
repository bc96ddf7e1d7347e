// The mark as pixels, for what cannot read SVG: home screens, old browsers, search engines. Drawn once a process.
import { markSvg, maskableSvg } from './mark.ts'

interface Icon {
  name: string
  size: number
  /** In the manifest; absent: linked from the page's head. */
  purpose?: 'any' | 'maskable'
  svg: string
}

export const ICONS: readonly Icon[] = [
  { name: '192', size: 192, purpose: 'any', svg: markSvg },
  { name: '512', size: 512, purpose: 'any', svg: markSvg },
  { name: 'maskable-192', size: 192, purpose: 'maskable', svg: maskableSvg },
  { name: 'maskable-512', size: 512, purpose: 'maskable', svg: maskableSvg },
  // iOS cuts the corners itself and paints what is transparent black.
  { name: 'apple-180', size: 180, svg: maskableSvg },
]

const FAVICON_SIZES = [16, 32, 48]

/** GET /media/icons/{name}.png, GET /favicon.ico */
export function createIcons() {
  const drawn = new Map<string, Promise<Buffer>>()
  const once = (name: string, draw: () => Promise<Buffer>) => {
    let work = drawn.get(name)
    if (!work) {
      work = draw()
      work.catch(() => drawn.delete(name))
      drawn.set(name, work)
    }
    return work
  }

  return async function respond(request: Request): Promise<Response | undefined> {
    const { pathname } = new URL(request.url)
    if (pathname === '/favicon.ico') return serve(await once('favicon', favicon), 'image/x-icon')
    const name = /^\/media\/icons\/([a-z0-9-]+)\.png$/.exec(pathname)?.[1]
    const icon = ICONS.find((one) => one.name === name)
    return icon && serve(await once(icon.name, () => png(icon.svg, icon.size)), 'image/png')
  }
}

async function png(svg: string, size: number): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  const sized = svg.replace('<svg ', `<svg width="${size}" height="${size}" `)
  return sharp(Buffer.from(sized)).png({ compressionLevel: 9 }).toBuffer()
}

/** ICO: a directory of six bytes and sixteen per picture, then the pictures, which may be PNG. */
async function favicon(): Promise<Buffer> {
  const pictures = await Promise.all(FAVICON_SIZES.map((size) => png(markSvg, size)))
  const directory = Buffer.alloc(6 + 16 * pictures.length)
  directory.writeUInt16LE(1, 2)
  directory.writeUInt16LE(pictures.length, 4)
  let offset = directory.length
  for (const [i, picture] of pictures.entries()) {
    const entry = 6 + 16 * i
    directory.writeUInt8(FAVICON_SIZES[i]!, entry)
    directory.writeUInt8(FAVICON_SIZES[i]!, entry + 1)
    directory.writeUInt16LE(1, entry + 4)
    directory.writeUInt16LE(32, entry + 6)
    directory.writeUInt32LE(picture.length, entry + 8)
    directory.writeUInt32LE(offset, entry + 12)
    offset += picture.length
  }
  return Buffer.concat([directory, ...pictures])
}

function serve(bytes: Buffer, type: string): Response {
  return new Response(new Uint8Array(bytes), {
    headers: {
      'content-type': type,
      'content-length': String(bytes.length),
      'cache-control': 'public, max-age=604800',
      // Mails that are read in a browser show the mark on another site.
      'cross-origin-resource-policy': 'cross-origin',
    },
  })
}
