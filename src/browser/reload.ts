// A page that was opened before an update asks for files that are no longer there: it is loaded anew, once a minute at
// most (specification §8), so that a file which stays lost shows the error page instead of a loop. A file that is still
// there, and only could not be had at that moment, is asked for again by whoever wanted it (browser/when-wanted.ts).
const KEY = 'reloadedAt'
const MINUTE_MS = 60_000

export function reloadWhenChunksAreGone(): void {
  let underWay = false
  window.addEventListener('vite:preloadError', async ({ payload }) => {
    const file = addressIn(payload)
    // By the message of the browser the router would know it, and load the page anew whether or not anything answers.
    payload.message = `not there: ${payload.message}`
    if (underWay) return
    underWay = true
    underWay = (await isGone(file)) && mayReload()
    if (underWay) location.reload()
  })
}

/** Notes that it is. False where it just was, and where nothing can be noted: without that nothing would end the loop. */
function mayReload(): boolean {
  try {
    const isFirst = Date.now() - Number(sessionStorage.getItem(KEY)) > MINUTE_MS
    if (isFirst) sessionStorage.setItem(KEY, String(Date.now()))
    return isFirst
  } catch {
    return false
  }
}

/** The file that the browser names in its message. Safari names none. */
function addressIn({ message }: Error): string | undefined {
  const [address] = /https?:\/\/\S+|\/assets\/\S+/.exec(message) ?? []
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
