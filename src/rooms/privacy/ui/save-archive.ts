// The archive of a member's data, saved by his browser. It comes as a file, which call() does not know.
import { CallRefused } from '#browser/calls.ts'

/** Throws CallRefused, as call() does. */
export async function saveArchive(): Promise<void> {
  const answer = await fetch('/prod-api/api/profile/export').catch(() => {
    throw new CallRefused(0, 'error.offline')
  })
  if (!answer.ok) {
    const { msg = 'error.unexpected' } = await answer.json().catch(() => ({}))
    throw new CallRefused(answer.status, msg)
  }
  const name = /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? 'data.zip'
  const whole = await answer.blob().catch(() => {
    throw new CallRefused(0, 'error.offline')
  })
  // What stands between may take the end of the shop for the end of the file, for nobody says before how long it is.
  if (!(await isWhole(whole))) throw new CallRefused(0, 'error.offline')
  const link = document.createElement('a')
  link.href = URL.createObjectURL(whole)
  link.download = name
  link.click()
  // Some browsers read it only after this function has ended.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

/** How a ZIP ends: its list of files, without a comment. */
const END_BYTES = 22

async function isWhole(archive: Blob): Promise<boolean> {
  const end = new Uint8Array(await archive.slice(-END_BYTES).arrayBuffer())
  return end.length === END_BYTES && String.fromCharCode(...end.subarray(0, 4)) === 'PK\x05\x06'
}
