// What the hash of the address names is led to once it stands in the page, which may be after its list has come.
import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

/** For the row of one thing, `kind.id` as the log of what people did has it. */
export function useNamed(kind: string, thing: string | number) {
  const id = `${kind}.${thing}`
  const { hash } = useLocation()
  const ref = useRef<HTMLLIElement>(null)
  const isNamed = hash === id
  useEffect(() => {
    // The page's beginning has the focus first.
    if (isNamed) setTimeout(() => ref.current?.focus())
  }, [isNamed])
  return { id, ref, ...(isNamed && { tabIndex: -1, 'data-named': true }) }
}
