// Drawn when first asked for, then kept as files: the first visitor waits for the drawing, all others read a file. Few are
// drawn at once, in fair turns between clients; what nobody waits for any more is not drawn; the folder has a ceiling.
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { FairQueue } from '#platform/fair-queue.ts'
import { clientSite } from '#platform/http/client-address.ts'
import { ClientLimit } from '#platform/http/client-limit.ts'
import { comeAgain } from '#platform/http/refuse-busy.ts'
import { NO_CONTENT_POLICY } from '#platform/http/security.ts'
import type { Log } from '#platform/log.ts'

// Drawing uses a core for some 60 ms; the other one stays with the shoppers. A page brings at most 60 pictures: who asks
// for more than two pages' worth at once is told to come again.
const DRAWING = { atOnce: 1, atOncePerClient: 1, waiting: 1_000, waitingPerClient: 120 }

/** Who waits for a picture: his address, and the signal that he has gone. */
export interface Waiter {
  address: string
  signal: AbortSignal
}

/** What a responder knows of whoever asks. */
export interface Asked {
  address: string
}

export interface KeptPictures {
  /** The file at this path below the folder, if it was drawn before. */
  find(file: string): Promise<Buffer | undefined>
  /**
   * Counts one who asks for what was not drawn before, for even what nothing is found for costs several looks into the
   * database; the answer to one who asks for too many.
   */
  refusal(address: string): Response | undefined
  /**
   * Draws it in its turn and keeps it; whoever asks for the same meanwhile gets the same drawing. Throws QueueFull, or
   * NobodyWaits once all who asked have gone.
   */
  draw(file: string, draw: () => Promise<Buffer>, waiter: Waiter): Promise<Buffer>
  /** Draws it ahead if no visitor waits for any at this moment; answers whether it was drawn or is there. */
  drawAhead(file: string, draw: () => Promise<Buffer>): Promise<boolean>
}

interface Drawing {
  /** Set once somebody's turn has come. */
  drawn: Promise<Buffer> | undefined
  /** How many wait, and what tells all of them that the picture is there. */
  waiting: number
  finished: AbortController
  done: PromiseWithResolvers<Buffer>
}

export interface PicturesFolder {
  folder: string
  /** Bytes; beyond it the files that were drawn longest ago go. */
  ceiling: number
  /** Pictures that were not drawn before which one client may ask for in a minute. */
  perMinute: number
  log: Log
}

export function keepPictures({ folder, ceiling, perMinute, log }: PicturesFolder): KeptPictures {
  const drawing = new Map<string, Drawing>()
  const queue = new FairQueue(DRAWING)
  const limit = new ClientLimit(perMinute)
  const disk = boundedFolder(folder, ceiling)

  async function keep(file: string, bytes: Buffer) {
    // Written aside and moved: a reader never sees half a picture. Without a place to write, it is drawn again next time.
    const path = join(folder, file)
    const aside = `${path}.${randomUUID()}`
    try {
      await mkdir(dirname(path), { recursive: true })
      await writeFile(aside, bytes)
      await rename(aside, path)
      await disk.grew(bytes.length)
    } catch (err) {
      log.warn({ err }, 'a picture could not be kept')
    }
    return bytes
  }

  async function drawOnce(one: Drawing, file: string, draw: () => Promise<Buffer>): Promise<Buffer> {
    one.drawn ??= draw().then((bytes) => keep(file, bytes))
    const bytes = await one.drawn
    one.done.resolve(bytes)
    one.finished.abort()
    return bytes
  }

  return {
    find: (file) => readFile(join(folder, file)).catch(() => undefined),
    refusal(address) {
      const seconds = limit.count(address, Date.now())
      return seconds > 0 ? comeAgain(429, seconds) : undefined
    },
    // Each client waits in his own line, also for what another waits for: the first whose turn it is draws for all.
    async draw(file, draw, { address, signal }) {
      const one = drawing.get(file) ?? {
        drawn: undefined,
        waiting: 0,
        finished: new AbortController(),
        done: Promise.withResolvers<Buffer>(),
      }
      drawing.set(file, one)
      one.waiting++
      const wanted = AbortSignal.any([signal, one.finished.signal])
      const turn = queue.run(clientSite(address), () => drawOnce(one, file, draw), wanted)
      try {
        return await Promise.race([one.done.promise, turn])
      } finally {
        if (--one.waiting === 0 && drawing.get(file) === one) drawing.delete(file)
      }
    },
    async drawAhead(file, draw) {
      if (
        await stat(join(folder, file)).then(
          () => true,
          () => false,
        )
      )
        return true
      if (!queue.idle) return false
      await queue.run('the shop', async () => keep(file, await draw()))
      return true
    },
  }
}

/** Keeps count of a folder's bytes; beyond the ceiling the oldest files go, until a tenth is free. */
function boundedFolder(folder: string, ceiling: number) {
  let bytes: number | undefined
  let underWay: Promise<void> | undefined

  async function filesByAge() {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
    const files: { path: string; size: number; drawnAt: number }[] = []
    for (const entry of entries) {
      if (!entry.isFile()) continue
      const path = join(entry.parentPath, entry.name)
      const found = await stat(path).catch(() => undefined)
      if (found) files.push({ path, size: found.size, drawnAt: found.mtimeMs })
    }
    return files.sort((a, b) => a.drawnAt - b.drawnAt || (a.path < b.path ? -1 : 1))
  }

  async function measure() {
    const files = await filesByAge()
    bytes = files.reduce((sum, { size }) => sum + size, 0)
    if (bytes <= ceiling) return
    for (const { path, size } of files) {
      if (bytes <= ceiling * 0.9) break
      await rm(path, { force: true })
      bytes -= size
    }
  }

  return {
    /** The first time counts what lies there; later only what is added, until there is too much. */
    async grew(by: number): Promise<void> {
      if (bytes !== undefined) bytes += by
      if (bytes !== undefined && bytes <= ceiling) return
      underWay ??= measure().finally(() => {
        underWay = undefined
      })
      await underWay
    },
  }
}

/** Asked for at an older address: it stands at another one today, which may be another again soon. */
export const pictureMoved = (location: string) =>
  new Response(null, { status: 302, headers: { location, 'cache-control': 'max-age=60' } })

/** Its address says what it shows, so it may be kept for ever. `format` is the subtype of image/…. */
export function servePicture(bytes: Buffer, format: string): Response {
  return new Response(new Uint8Array(bytes), {
    headers: {
      'content-type': `image/${format}`,
      'content-length': String(bytes.length),
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': NO_CONTENT_POLICY,
      // Mails that are read in a browser show it on another site.
      'cross-origin-resource-policy': 'cross-origin',
    },
  })
}
