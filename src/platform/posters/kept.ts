// Drawn when first asked for, then kept as files: the first visitor waits for the drawing, all others read a file.
import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { NO_CONTENT_POLICY } from '../http/security.ts'
import type { Log } from '../log.ts'

// Drawing uses a core for some 60 ms; the other one stays with the shoppers.
const DRAWING_AT_ONCE = 1

export interface KeptPictures {
  /** The file at this path below the folder, if it was drawn before. */
  find(file: string): Promise<Buffer | undefined>
  /** Draws it in its turn and keeps it; whoever asks for the same meanwhile gets the same drawing. */
  draw(file: string, draw: () => Promise<Buffer>): Promise<Buffer>
}

export function keepPictures(folder: string, log: Log): KeptPictures {
  const drawing = new Map<string, Promise<Buffer>>()
  const waiting: (() => void)[] = []
  let free = DRAWING_AT_ONCE

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (free > 0) free--
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }

  async function drawAndKeep(file: string, draw: () => Promise<Buffer>): Promise<Buffer> {
    const bytes = await inTurn(draw)
    // Written aside and moved: a reader never sees half a picture. Without a place to write, it is drawn again next time.
    const path = join(folder, file)
    const aside = `${path}.${randomUUID()}`
    try {
      await mkdir(dirname(path), { recursive: true })
      await writeFile(aside, bytes)
      await rename(aside, path)
    } catch (err) {
      log.warn({ err }, 'a picture could not be kept')
    }
    return bytes
  }

  return {
    find: (file) => readFile(join(folder, file)).catch(() => undefined),
    draw(file, draw) {
      let work = drawing.get(file)
      if (!work) {
        work = drawAndKeep(file, draw).finally(() => drawing.delete(file))
        drawing.set(file, work)
      }
      return work
    },
  }
}

/** Its address says what it shows, so it may be kept for ever. `format` is the subtype of image/…. */
export function servePicture(bytes: Buffer, format: string): Response {
  return new Response(new Uint8Array(bytes), {
    headers: {
      'content-type': `image/${format}`,
      'content-length': String(bytes.length),
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': NO_CONTENT_POLICY,
    },
  })
}
