import { useEffect } from 'react'

/** Told to the window when the page has another title: whoever hears the page is told where he is. */
export const TITLED = 'office-titled'

/** What the tab is called, once that is known; the shop's name tells one shop's office from another's. */
export function useTitle(title: string | undefined, shop?: string): void {
  useEffect(() => {
    if (title === undefined) return
    document.title = shop ? `${title} · ${shop}` : title
    dispatchEvent(new Event(TITLED))
  }, [title, shop])
}
