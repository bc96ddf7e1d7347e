// The archive of a member's data, saved by his browser. It comes as a file, which call() does not know.
import { CallRefused } from '#browser/calls.ts'
import { SILENT_MS } from '#browser/until-late.ts'

/** Throws CallRefused, as call() does; also where nothing comes any more. */
export async function saveArchive(): Promise<void> {
  const { name, whole } = await download()
  // What stands between may take the end of the shop for the end of the file, for nobody says before how long it is.
  if (!(await isWhole(whole))) throw new CallRefused(0, 'error.offline')
  const link = document.createElement('a')
  link.href = URL.createObjectURL(whole)
  link.download = name
  link.click()
  // Some browsers read it only after this function has ended.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

async function download(): Promise<{ name: string; whole: Blob }> {
  const silent = new AbortController()
  let late: ReturnType<typeof setTimeout>
  // Of a long file something comes meanwhile.
  function comes() {
    clearTimeout(late)
    late = setTimeout(() => silent.abort(), SILENT_MS)
  }
  const lost = () => {
    throw new CallRefused(0, 'error.offline')
  }
  comes()
  try {
    const answer = await fetch('/prod-api/api/profile/export', { signal: silent.signal }).catch(lost)
    if (!answer.ok) {
      const { msg = 'error.unexpected' } = await answer.json().catch(() => ({}))
      throw new CallRefused(answer.status, msg)
    }
    const name = /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? 'data.zip'
    const parts = new TransformStream<Uint8Array, Uint8Array>({
      transform(part, file) {
        comes()
        file.enqueue(part)
      },
    })
    return { name, whole: await new Response(answer.body?.pipeThrough(parts)).blob().catch(lost) }
  } finally {
    clearTimeout(late!)
  }
}

/** How a ZIP ends: its list of files, without a comment. */
const END_BYTES = 22

async function isWhole(archive: Blob): Promise<boolean> {
  const end = new Uint8Array(await archive.slice(-END_BYTES).arrayBuffer())
  return end.length === END_BYTES && String.fromCharCode(...end.subarray(0, 4)) === 'PK\x05\x06'
}
