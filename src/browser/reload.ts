// A page that was opened before an update asks for files that are no longer there: it is loaded anew, once a minute at
// most (specification §8), so that a file which stays lost shows the error page instead of a loop. A file that is still
// there, and only could not be had at that moment, is asked for again by whoever wanted it (browser/when-wanted.ts).
// As often at most it is loaded anew for other reasons.
const KEY = 'reloadedAt'
const MINUTE_MS = 60_000

export function reloadWhenChunksAreGone(): void {
  window.addEventListener('vite:preloadError', async ({ payload }) => {
    // By the browser's message the router knows it, and loads the page anew: without a connection that would throw it away.
    if (!navigator.onLine) payload.message = `offline: ${payload.message}`
    if (!mayReload()) return
    if (await isGone(addressIn(payload))) location.reload()
    else sessionStorage.removeItem(KEY)
  })
}

/** Notes that it is. False where it just was, and where nothing can be noted: without that nothing would end the loop. */
export function mayReload(): boolean {
  try {
    const isFirst = Date.now() - Number(sessionStorage.getItem(KEY)) > MINUTE_MS
    if (isFirst) sessionStorage.setItem(KEY, String(Date.now()))
    return isFirst
  } catch {
    return false
  }
}

/** The file that the browser names in its message. Safari names none. */
function addressIn(error: Error | undefined): string | undefined {
  return /https?:\/\/\S+|\/assets\/\S+/.exec(error?.message ?? '')?.[0]
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
