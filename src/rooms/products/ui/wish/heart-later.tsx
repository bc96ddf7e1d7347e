// The place of a heart. Its code comes with the first sign of a visitor, or as soon as the page is alive where somebody is
// logged in; pages as they are made, and first visits, are without it.
import { lazy, Suspense, useSyncExternalStore } from 'react'
import { saysMember } from '#browser/member-mark.ts'
import { firstSign, onceOnline } from '#browser/when-wanted.ts'
import type { Wish } from './hearts.ts'

const Heart = lazy(async () => {
  if (!saysMember()) await firstSign('pointerover', 'scroll')
  return onceOnline(() => import('./heart.tsx'))
})

const never = () => () => {}

/** Always as large, so that nothing moves when the heart comes. */
export function HeartLater(heart: Wish & { className?: string }) {
  const isAlive = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  return (
    <div className="size-10 shrink-0 pointer-coarse:size-11">
      {isAlive && (
        <Suspense>
          <Heart {...heart} />
        </Suspense>
      )}
    </div>
  )
}
