// One file that comes as a form (multipart/form-data), bounded before anything is kept of it: the body is read up to its
// bound, its parts are counted, and only then is it taken apart.

import { FairQueue, NobodyWaits, QueueFull } from '../fair-queue.ts'
import { clientSite } from './client-address.ts'
import { CallError, invalid } from './errors.ts'
import { queueFull } from './refuse-busy.ts'

/** The field of the form in which the file stands. */
export const FILE_FIELD = 'file'

/** For the form around it. */
const FORM_BYTES = 4 * 1024
const LONGEST_TYPE = 200

export interface UploadedFile {
  /** As the sender calls it; a claim, as everything that he sends. What it is, its bytes say. */
  name: string
  bytes: Buffer
}

/** From its turn on a body has so long to come in: a sender who takes longer keeps a place from others. */
export const FILE_MS = 20_000

/**
 * Files are in memory while they come in and until their call is answered: so many at once, of all and of one sender. With
 * 5 MB each, and twice that while a form is taken apart, they stay below 150 MB. Whatever others send, employees have places.
 */
const queue = new FairQueue({ atOnce: 6, atOncePerClient: 2, waiting: 60, waitingPerClient: 8 })
const officeQueue = new FairQueue({ atOnce: 3, atOncePerClient: 2, waiting: 60, waitingPerClient: 8 })

/**
 * Runs what takes a file in, in its sender's turn; 429 when too many of his own wait already, 503 when too many of all do. Who
 * goes away while he waits (`gone`) waits no more.
 */
export const inTurn = <T>(
  sender: { id: string; isStaff: boolean },
  gone: AbortSignal,
  work: () => Promise<T>,
): Promise<T> => inTurnOf(sender.isStaff ? officeQueue : queue, sender.id, gone, work)

async function inTurnOf<T>(queue: FairQueue, client: string, gone: AbortSignal, work: () => Promise<T>): Promise<T> {
  try {
    return await queue.run(client, work, gone)
  } catch (error) {
    throw error instanceof NobodyWaits ? brokeOff() : error instanceof QueueFull ? queueFull(error) : error
  }
}

/** From its turn on the body of a notice has so long to come in. */
export const RAW_MS = 10_000

/**
 * Notices of 256 kB are in memory while they come in: 16 MB of them, and a provider's burst waits for a moment. Who waits costs a
 * connection and what Node has read ahead of it, 64 kB at most; it takes twenty sites to fill the line.
 */
const noticeQueue = new FairQueue({ atOnce: 64, atOncePerClient: 8, waiting: 4_000, waitingPerClient: 200 })

/** Runs what takes a body in that anybody may send, in the turn of his address; throws as `inTurn` does. */
export const noticeInTurn = <T>(address: string, gone: AbortSignal, work: () => Promise<T>): Promise<T> =>
  inTurnOf(noticeQueue, clientSite(address), gone, work)

/** The client went away in the middle: nothing of ours failed, and nobody reads the answer. */
export const brokeOff = () => invalid([{ path: '', message: 'The body broke off' }])

export const boundOf = (maxBytes: number) => maxBytes + FORM_BYTES

/** `body` is whole and within its bound. Throws 400 for what is no form with this one file, 413 for a file that is too large. */
export async function readFileOf(body: Buffer, contentType: string, maxBytes: number): Promise<UploadedFile> {
  // A header of 32 kB would keep the expression busy for seconds. The characters are those of RFC 2046.
  const found =
    contentType.length <= LONGEST_TYPE
      ? /^multipart\/form-data\s*;\s*(?:.*;\s*)?boundary=(?:"([\w'()+,./:=? -]{1,70})"|([\w'()+./:=?-]{1,70}))/i.exec(
          contentType,
        )
      : null
  const boundary = found?.[1] ?? found?.[2]
  const notAFile = () => invalid([{ path: FILE_FIELD, message: 'The body must be multipart/form-data with one file' }])
  // A form of a hundred thousand parts takes seconds to read; this one has a beginning and an end.
  if (!boundary || countOf(body, `--${boundary}`, 3) !== 2) throw notAFile()
  // By this boundary and no other that the type may name besides.
  const type = `multipart/form-data; boundary="${boundary}"`
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } })
    .formData()
    .catch(() => undefined)
  const file = form?.get(FILE_FIELD)
  if (!file || typeof file === 'string') throw notAFile()
  if (file.size > maxBytes) throw new CallError(413, 'error.tooLarge')
  return { name: file.name, bytes: Buffer.from(await file.arrayBuffer()) }
}

/** How often it stands there, `most` at most. */
function countOf(body: Buffer, text: string, most: number): number {
  let count = 0
  for (let at = body.indexOf(text); at >= 0 && count < most; at = body.indexOf(text, at + text.length)) count++
  return count
}
