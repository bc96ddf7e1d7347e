// The forms in which one page goes out: as it is, in brotli, in gzip.
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** One form of a page as it goes out. */
export interface PageForm {
  body: Buffer
  etag: string
  /** Absent: as it is. */
  encoding?: 'br' | 'gzip'
}

export interface PageForms {
  plain: PageForm
  br?: PageForm
  /** Makes the brotli form a fifth smaller; absent: it is as small as it gets. */
  pack?: () => Promise<PageForm>
  /** Made when the first one asks for it: nearly every browser takes brotli. */
  gzip?: () => Promise<PageForm>
}

/**
 * Qualities of brotli, by what a home page of 204 kB becomes and costs on the machine of docs/measurements.md: 1 is 26 kB in
 * 0.5 ms, 5 is 20 kB in 2 ms, 11 would cost 100.
 */
const [QUICK, SMALL] = [1, 5]

/** `isQuick`: while others wait for the processor. A redirect has nothing to compress. */
export async function formsOf(html: string, isQuick: boolean): Promise<PageForms> {
  const body = Buffer.from(html)
  const digest = createHash('sha1').update(body).digest('base64url')
  // One page has several forms: a validator that is to tell them apart names the form (RFC 9110 §8.8.3.3).
  const plain = { body, etag: `"${digest}"` }
  if (body.length === 0) return { plain }
  const brotli = async (quality: number, name: string): Promise<PageForm> => ({
    body: await compressBrotli(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
    etag: `"${digest}-${name}"`,
    encoding: 'br',
  })
  const small = () => brotli(SMALL, 'br')
  let zipped: Promise<PageForm> | undefined
  return {
    plain,
    br: isQuick ? await brotli(QUICK, 'br-quick') : await small(),
    pack: isQuick ? small : undefined,
    gzip() {
      zipped ??= compressGzip(body, { level: 6 }).then((packed) => {
        return { body: packed, etag: `"${digest}-gzip"`, encoding: 'gzip' }
      })
      return zipped
    },
  }
}
