import { useRouter } from '@tanstack/react-router'
import { Heart as HeartIcon } from 'lucide-react'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { useWords } from '#platform/i18n/messages.ts'
import { isWished, subscribeToWished, type Wish } from './hearts.ts'
import { know, toggle } from './wishing.ts'

/** Puts a product on the wishlist and takes it off. */
export default function Heart({ className, ...wish }: Wish & { className?: string }) {
  const t = useWords()
  const router = useRouter()
  const on = useSyncExternalStore(subscribeToWished, () => isWished(wish.productId))
  const underWay = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each heart that comes
  useEffect(() => know({ t, router }), [])

  async function press() {
    if (underWay.current) return
    underWay.current = true
    await toggle(wish, { t, router }).finally(() => {
      underWay.current = false
    })
  }

  return (
    <button
      type="button"
      aria-pressed={on}
      aria-label={`${t('wishlist.heart')}: ${wish.name}`}
      title={t('wishlist.heart')}
      onClick={() => void press()}
      className={`group/heart grid size-full place-items-center rounded-full ${className ?? ''}`}
    >
      <span className="grid size-8 place-items-center rounded-full border border-line bg-surface text-ink transition-colors group-hover/heart:border-control group-aria-pressed/heart:text-bad">
        <HeartIcon size={16} className="group-aria-pressed/heart:fill-current" />
      </span>
    </button>
  )
}
