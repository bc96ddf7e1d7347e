// A page that was opened before an update asks for files that are no longer there: it is loaded anew, once a minute at
// most (specification §8), so that a file which stays lost shows the error page instead of a loop.
const KEY = 'reloadedAt'
const MINUTE_MS = 60_000

export function reloadWhenChunksAreGone(): void {
  window.addEventListener('vite:preloadError', (event) => {
    // Without a connection nothing can be loaded anew, and what is here would be lost.
    if (!navigator.onLine) return
    try {
      const last = Number(sessionStorage.getItem(KEY) ?? 0)
      if (Date.now() - last < MINUTE_MS) return
      sessionStorage.setItem(KEY, String(Date.now()))
    } catch {
      // Without storage nothing would end the loop.
      return
    }
    event.preventDefault()
    location.reload()
  })
}
