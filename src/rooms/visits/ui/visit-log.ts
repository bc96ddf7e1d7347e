// Tells the shop which page was opened (decision D7): when the browser has time, and never the query or the fragment.

interface Browser {
  globalPrivacyControl?: boolean
}

/** Who asked not to be followed is not, and programs are no visitors. */
function isLeftOut(): boolean {
  const { globalPrivacyControl } = navigator as Browser
  return globalPrivacyControl === true || navigator.doNotTrack === '1' || navigator.webdriver
}

/** `toUrl` is a path of the shop; `fromUrl` another, or the address of the page that led here. */
export function saveVisit(toUrl: string, fromUrl: string): void {
  if (isLeftOut()) return
  const from = fromUrl.split(/[?#]/, 1)[0]!
  // A link that was pressed before the page was alive led here as any link does.
  const own = from.startsWith(`${location.origin}/`)
  const send = () =>
    void fetch('/prod-api/api/saveVisit', {
      method: 'POST',
      keepalive: true,
      headers: { 'content-type': 'application/json', 'x-locale': document.documentElement.dataset.locale ?? '' },
      body: JSON.stringify({ toUrl, fromUrl: own ? from.slice(location.origin.length) : from }),
    }).catch(() => undefined)
  // Safari has no idle callback yet.
  if ('requestIdleCallback' in window) requestIdleCallback(send, { timeout: 5_000 })
  else setTimeout(send, 1_000)
}
