// A page that was opened before an update asks for files that are no longer there: it is loaded anew, once a minute at
// most (specification §8), so that a file which stays lost shows the error page instead of a loop.
const KEY = 'reloadedAt'
const MINUTE_MS = 60_000

export function reloadWhenChunksAreGone(): void {
  let underWay = false
  window.addEventListener('vite:preloadError', async () => {
    if (underWay || justReloaded()) return
    underWay = true
    // What is here would be lost to a page that does not come. A browser may say that it is online when nothing answers.
    underWay = (await shopAnswers()) && noteReload()
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

function shopAnswers(): Promise<boolean> {
  return fetch(location.href, { method: 'HEAD', cache: 'no-store' }).then(
    ({ status }) => status < 500,
    () => false,
  )
}
