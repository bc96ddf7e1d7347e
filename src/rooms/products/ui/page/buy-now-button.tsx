import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { keptOnceOnline } from '#browser/when-wanted.ts'
import { useWords } from '#platform/i18n/messages.ts'
import { Button } from '#ui/button.tsx'
import type { ProductCard } from '../../wire.ts'

const load = keptOnceOnline(() => import('./buy-now.ts'))

/** One press buys it; its code comes with the press. */
export function BuyNowButton({ card }: { card: ProductCard }) {
  const t = useWords()
  const router = useRouter()
  const [busy, setBusy] = useState(false)

  async function buy() {
    setBusy(true)
    const { buyNow } = await load()
    await router.navigate({ href: await buyNow(card) })
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
