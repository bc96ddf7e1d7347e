// A page that was opened before an update asks for files that are no longer there: it is loaded anew, once a minute at
// most (specification §8), so that a file which stays lost shows the error page instead of a loop. A file that is still
// there, and only could not be had at that moment, is asked for again by whoever wanted it (browser/when-wanted.ts).
const KEY = 'reloadedAt'
const MINUTE_MS = 60_000

export function reloadWhenChunksAreGone(): void {
  let underWay = false
  window.addEventListener('vite:preloadError', async ({ payload }) => {
    if (underWay || justReloaded()) return
    underWay = true
    underWay = (await isGone(addressIn(payload))) && noteReload()
    if (underWay) location.reload()
  })
}

function justReloaded(): boolean {
  try {
    return Date.now() - Number(sessionStorage.getItem(KEY) ?? 0) < MINUTE_MS
  } catch {
    return true
  }
}

/** False where nothing can be noted: without that nothing would end the loop. */
function noteReload(): boolean {
  try {
    sessionStorage.setItem(KEY, String(Date.now()))
    return true
  } catch {
    return false
  }
}

/** The file that the browser names in its message. Safari names none. */
function addressIn(error: Error | undefined): string | undefined {
  const [address] = /https?:\/\/\S+|\/assets\/\S+/.exec(error?.message ?? '') ?? []
  return address && URL.canParse(address, location.href) ? new URL(address, location.href).href : undefined
}

/**
 * Whether the shop itself answers that the file is not there. Without its address it is enough that the shop answers.
 * When nothing answers the page stays: what is here would be lost to a page that does not come, and a browser may say
 * that it is online when nothing answers.
 */
function isGone(file: string | undefined): Promise<boolean> {
  return fetch(file ?? location.href, { method: 'HEAD', cache: 'no-store' }).then(
    ({ status }) => (file ? status === 404 || status === 410 : status < 500),
    () => false,
  )
}
