import { useEffect } from 'react'

/** What the tab is called; the shop's name tells one shop's office from another's. */
export function useTitle(title: string, shop?: string): void {
  useEffect(() => {
    document.title = shop ? `${title} · ${shop}` : title
  }, [title, shop])
}
