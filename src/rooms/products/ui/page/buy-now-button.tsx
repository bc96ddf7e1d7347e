import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { isAway, keptOnceOnline, sayOffline } from '#browser/when-wanted.ts'
import { useWords } from '#platform/i18n/messages.ts'
import { Button } from '#ui/button.tsx'
import type { ProductCard } from '../../wire.ts'
import { productHref } from '../product-href.ts'

const load = keptOnceOnline(() => import('./buy-now.ts'))

/** One press buys it; its code comes with the press. */
export function BuyNowButton({ card }: { card: ProductCard }) {
  const t = useWords()
  const router = useRouter()
  const [busy, setBusy] = useState(false)

  async function buy() {
    setBusy(true)
    // What cannot be bought from here is bought from its page; without a connection this one stays.
    const href = (await isAway())
      ? undefined
      : await load()
          .then(({ buyNow }) => buyNow(card))
          .catch((error) => (error.status === 0 ? undefined : productHref(card)))
    if (href) await router.navigate({ href })
    else sayOffline(t)
    setBusy(false)
  }

  return (
    <Button
      size="sm"
      loading={busy}
      aria-label={`${t('list.buyNow')}: ${card.name}`}
      onClick={buy}
      className="noscript:hidden"
    >
      {t('list.buyNow')}
    </Button>
  )
}
