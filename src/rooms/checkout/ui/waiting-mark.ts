// Whether an order of this tab may still wait for its payment: said to the style sheet before the page is drawn, so that the
// room for it is there from the first frame on.
import { createIsomorphicFn } from '@tanstack/react-start'

/** For the head of the page; in one that the browser makes by itself it is said while that is made. */
export const waitingMark = createIsomorphicFn()
  .server((): { children: string }[] => [{ children: `(${mark})()` }])
  .client(mark)

/** Written out into the page: it refers to nothing. */
function mark() {
  try {
    document.documentElement.toggleAttribute('data-waits', 'checkout.waits' in sessionStorage)
  } catch {
    // Without storage nothing is kept that could wait.
  }
  return []
}
