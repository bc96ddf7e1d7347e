import { useLayoutEffect, useRef } from 'react'

/** The cover of the card that was followed grows into this one. The name is given anew for each product: a link takes it away. */
export function useArrivingCover(productId: number) {
  const cover = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again for another product in the same element
  useLayoutEffect(() => {
    if (cover.current) cover.current.style.viewTransitionName = 'cover'
  }, [productId])
  return cover
}
