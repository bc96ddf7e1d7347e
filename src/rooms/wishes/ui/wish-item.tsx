import { useRouter } from '@tanstack/react-router'
import { ShoppingCart, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { CallRefused, call } from '#browser/calls.ts'
import { addToCart } from '#rooms/cart/ui/cart-store.ts'
import { useMemberWords } from '#rooms/members/ui/words.ts'
import { usePrice } from '#rooms/money/ui/use-price.ts'
import { PosterCover } from '#rooms/pictures/ui/poster-cover.tsx'
import { lineOf } from '#rooms/products/ui/page/buy-now.ts'
import { CardPrice, Marks } from '#rooms/products/ui/product-card.tsx'
import { productHref } from '#rooms/products/ui/product-href.ts'
import { StockMark } from '#rooms/products/ui/stock-mark.tsx'
import { markWished } from '#rooms/products/ui/wish/hearts.ts'
import { productQuery } from '#rooms/products/wire.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { UiLink } from '#ui/link.tsx'
import { toast } from '#ui/toast.ts'
import type { ListedWish } from '../wire.ts'

type WishItemProps = {
  wish: ListedWish
  /** The list is another one now. */
  onChanged: () => void
}

export function WishItem({ wish, onChanged }: WishItemProps) {
  const t = useMemberWords()
  const href = `${productHref(wish)}${wish.chosen && wish.skuId !== null ? `?sku=${wish.skuId}` : ''}`
  return (
    // With large letters a phone has no room beside the picture: all the rest goes below it.
    <Card as="li" padding="none" className="flex flex-wrap gap-3 p-3 sm:gap-4 sm:p-4">
      <UiLink href={href} tabIndex={-1} aria-hidden="true" className="w-16 shrink-0 self-start sm:w-24">
        <PosterCover img={wish.img} sizes="(min-width: 36rem) 96px, 64px" />
      </UiLink>
      <div className="flex min-w-0 flex-1 basis-[10rem] flex-col gap-x-6 gap-y-3 md:flex-row md:items-center">
        <div className="min-w-0 flex-1">
          <h2 dir="auto" className="text-base leading-snug font-medium text-match-parent wrap-anywhere sm:text-lg">
            <UiLink href={href} className="hover:underline">
              {wish.name}
            </UiLink>
          </h2>
          <div className="mt-0.5 text-sm text-muted">
            {wish.version ? <bdi>{wish.version}</bdi> : <Marks card={wish} />}
          </div>
          <div className="mt-2">
            {wish.lowPrice === null ? (
              <span className="text-sm text-muted">{t('card.notOffered')}</span>
            ) : (
              <CardPrice card={wish} lowPrice={wish.lowPrice} />
            )}
          </div>
          <Since wish={wish} />
          {wish.lowPrice !== null && <StockMark stock={wish.stock} className="mt-1.5" />}
        </div>
        <Actions wish={wish} href={href} onChanged={onChanged} />
      </div>
    </Card>
  )
}

/** What it cost when he put it here: his own note, not a price that was reduced (docs/decisions/040). */
function Since({ wish: { priceThen, lowPrice, percentLess } }: { wish: ListedWish }) {
  const t = useMemberWords()
  const { price } = usePrice()
  if (priceThen === null || priceThen === lowPrice) return null
  const then = t('wishes.then', { price: `\u2066${price(priceThen)}\u2069` })
  return (
    <p className="mt-1 text-sm text-muted">
      {then}
      {percentLess !== null && (
        <>
          {' · '}
          <span className="font-medium text-good">{t('wishes.less', { percent: percentLess })}</span>
        </>
      )}
    </p>
  )
}

function Actions({ wish, href, onChanged }: WishItemProps & { href: string }) {
  const t = useMemberWords()
  const router = useRouter()
  const [busy, setBusy] = useState<'cart' | 'remove'>()
  const { id: productId, name } = wish

  /** One thing at a time, and its refusal said. */
  async function act(what: 'cart' | 'remove', work: () => Promise<void>) {
    if (busy) return
    setBusy(what)
    try {
      await work()
    } catch (error) {
      if (!(error instanceof CallRefused)) throw error
      const { status, message } = error
      const key = status === 0 ? 'error.offline' : status === 404 ? 'cart.gone' : message
      toast({ tone: 'bad', message: t(t.knows(key) ? key : 'error.unexpected') })
      // The list knows best what is still there.
      if (status === 404) onChanged()
    } finally {
      setBusy(undefined)
    }
  }

  const intoCart = () =>
    act('cart', async () => {
      const line = await lineOf(wish, wish.chosen ? (wish.skuId ?? undefined) : undefined)
      if (!line) {
        // What is not sold any more has no page.
        await call('GET /api/product/info', { query: productQuery(wish.slug, wish.categorySlug) })
        // Something must be read, agreed to or chosen first.
        return router.navigate({ href })
      }
      if (!addToCart(line)) return void toast({ tone: 'bad', message: t('product.cartFull') })
      const onPress = () => void router.navigate({ to: '/checkout' })
      const action = { label: t('product.checkout'), onPress, alike: true }
      toast({ tone: 'good', message: t('product.added', { name }), action })
    })

  const takeBack = async () => {
    await call('POST /api/profile/wishlist', { body: { productId } })
    markWished(productId, true)
    onChanged()
  }

  const remove = () =>
    act('remove', async () => {
      await call('DELETE /api/profile/wishlist', { query: { productId } })
      markWished(productId, false)
      toast({
        message: t('wishlist.removed', { name }),
        action: { label: t('cart.undo'), onPress: () => void act('remove', takeBack) },
      })
      onChanged()
    })

  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button
        variant={wish.inStock ? 'primary' : 'secondary'}
        disabled={!wish.inStock}
        loading={busy === 'cart'}
        icon={<ShoppingCart size={18} aria-hidden="true" />}
        aria-label={`${t('product.addToCart')}: ${name}`}
        onClick={() => void intoCart()}
        className="max-md:min-w-min max-md:flex-1"
      >
        {t('product.addToCart')}
      </Button>
      <IconButton label={`${t('wishes.remove')}: ${name}`} variant="secondary" onClick={() => void remove()}>
        <Trash2 size={18} aria-hidden="true" />
      </IconButton>
    </div>
  )
}
