import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { CONTENT_ID } from '#browser/page-main.tsx'

/** What a browser does by itself on a new page: says its title, and lets the next Tab start at its content. */
export function Arrival() {
  const router = useRouter()
  const [title, setTitle] = useState('')

  useEffect(
    () =>
      router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
        if (!fromLocation || !pathChanged) return
        setTitle(document.title)
        const content = document.getElementById(CONTENT_ID)
        if (!content?.contains(document.activeElement)) content?.focus({ preventScroll: true })
      }),
    [router],
  )

  return (
    <p aria-live="assertive" className="sr-only">
      {title}
    </p>
  )
}
