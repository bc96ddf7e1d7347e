// The mark as pixels, for what cannot read SVG: home screens, old browsers, search engines. Drawn once a process. Where a square logo
// was uploaded, that is the icon; and any logo is there as PNG, for mails.
import { markSvg, maskableSvg } from './mark.ts'

interface Icon {
  name: string
  size: number
  /** In the manifest; absent: linked from the page's head. */
  purpose?: 'any' | 'maskable'
  svg: string
  /** On white and within the middle: systems cut it to their own shape. */
  isCut?: true
}

export const ICONS: readonly Icon[] = [
  { name: '192', size: 192, purpose: 'any', svg: markSvg },
  { name: '512', size: 512, purpose: 'any', svg: markSvg },
  { name: 'maskable-192', size: 192, purpose: 'maskable', svg: maskableSvg, isCut: true },
  { name: 'maskable-512', size: 512, purpose: 'maskable', svg: maskableSvg, isCut: true },
  // iOS cuts the corners itself and paints what is transparent black.
  { name: 'apple-180', size: 180, svg: maskableSvg, isCut: true },
]

const FAVICON_SIZES = [16, 32, 48]

/** Width of a logo in mails, and how high it is at most. */
const MAIL_LOGO = { width: 480, height: 120 }

export interface IconsOptions {
  /** Id of the upload that is the icon; undefined: the drawn mark is. */
  square: () => string | undefined
  /** Id of the upload that is the logo, square or not. */
  logo: () => string | undefined
  contentOf: (upload: string) => Promise<Buffer>
}

/** GET /media/icons/{name}.png, GET /media/icons/mark.svg (the drawn mark), GET /favicon.ico */
export function createIcons({ square, logo, contentOf }: IconsOptions) {
  const drawn = new Map<string, Promise<Buffer>>()
  const once = (name: string, draw: () => Promise<Buffer>) => {
    let work = drawn.get(name)
    if (!work) {
      work = draw()
      work.catch(() => drawn.delete(name))
      // A logo that is another one by now is drawn no more.
      if (drawn.size > 20) drawn.clear()
      drawn.set(name, work)
    }
    return work
  }

  const pixels = async (upload: string | undefined, { svg, size, isCut }: Pick<Icon, 'svg' | 'size' | 'isCut'>) =>
    upload === undefined ? png(svg, size) : logoIcon(await contentOf(upload), size, isCut)

  return async function respond(request: Request): Promise<Response | undefined> {
    const { pathname } = new URL(request.url)
    const upload = square()
    if (pathname === '/favicon.ico') {
      const draw = (size: number) => pixels(upload, { svg: markSvg, size })
      return serve(await once(`favicon ${upload}`, () => favicon(draw)), 'image/x-icon')
    }
    if (pathname === '/media/icons/mark.svg') return serve(Buffer.from(markSvg), 'image/svg+xml')
    const name = /^\/media\/icons\/([a-z0-9-]+)\.png$/.exec(pathname)?.[1]
    const shown = logo()
    if (name === 'logo' && shown !== undefined)
      return serve(await once(`logo ${shown}`, async () => mailLogo(await contentOf(shown))), 'image/png')
    const icon = ICONS.find((one) => one.name === name)
    return icon && serve(await once(`${icon.name} ${upload}`, () => pixels(upload, icon)), 'image/png')
  }
}

async function png(svg: string, size: number): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  const sized = svg.replace('<svg ', `<svg width="${size}" height="${size}" `)
  return sharp(Buffer.from(sized)).png({ compressionLevel: 9 }).toBuffer()
}

async function logoIcon(content: Buffer, size: number, isCut = false): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  const edge = isCut ? Math.floor(size * 0.1) : 0
  const background = isCut ? '#ffffff' : '#ffffff00'
  const inner = sharp(content)
    .resize({ width: size - 2 * edge, height: size - 2 * edge, fit: 'contain', background })
    .extend({ top: edge, bottom: edge, left: edge, right: edge, background })
  return (isCut ? inner.flatten({ background }) : inner).png({ compressionLevel: 9 }).toBuffer()
}

async function mailLogo(content: Buffer): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  return sharp(content)
    .resize({ ...MAIL_LOGO, fit: 'inside', withoutEnlargement: true })
    .png({ compressionLevel: 9 })
    .toBuffer()
}

/** ICO: a directory of six bytes and sixteen per picture, then the pictures, which may be PNG. */
async function favicon(draw: (size: number) => Promise<Buffer>): Promise<Buffer> {
  const pictures = await Promise.all(FAVICON_SIZES.map(draw))
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
