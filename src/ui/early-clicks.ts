// A press that comes before the page is alive is not lost: the last one is remembered and done again once it is.
// Only for buttons that need script; links, submits and native openers answer by themselves.

const NATIVE = '[type=submit],[popovertarget],[commandfor]'

/** Goes into `<head>`. Short, because every page carries it. */
export const earlyClicksScript = `addEventListener('click',window.__early=function(e){var b=e.target.closest&&e.target.closest('button');if(b&&!b.matches('${NATIVE}'))window.__early.last=b},true)`

type Listener = ((event: Event) => void) & { last?: HTMLButtonElement }

/** Call it when the page has come alive. */
export function replayEarlyClick(): void {
  const scope = window as { __early?: Listener }
  const listener = scope.__early
  if (!listener) return
  delete scope.__early
  removeEventListener('click', listener, true)
  if (listener.last?.isConnected) listener.last.click()
}
