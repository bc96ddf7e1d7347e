import { CircleAlert, Trash2 } from 'lucide-react'
import { useWords } from '#platform/i18n/messages.ts'
import { toMajor } from '#platform/money.ts'
import { useCart } from '#rooms/cart/ui/cart-store.ts'
import { activatesIn, notThere, useCountry } from '#rooms/money/ui/use-country.ts'
import { usePrice } from '#rooms/money/ui/use-price.ts'
import { PosterCover } from '#rooms/pictures/ui/poster-cover.tsx'
import { productHref } from '#rooms/products/ui/product-href.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { UiLink } from '#ui/link.tsx'
import { Price } from '#ui/price.tsx'
import { QuantityStepper } from '#ui/quantity-stepper.tsx'
import { SkeletonBlock, SkeletonLine } from '#ui/skeleton.tsx'
import { LineProblem } from './line-problem.tsx'
import type { CartRow } from './use-cart-rows.ts'

type CartLineRowProps = { row: CartRow; onRemove: (row: CartRow) => void }

/** One line of the cart: narrow in the dropdown and on phones, on one line where there is room. */
export function CartLineRow({ row, onRemove }: CartLineRowProps) {
  const t = useWords()
  const { amount } = usePrice()
  const { setCount } = useCart()
  const { product, line, state } = row
  if (!product) return <CartLineSkeleton />
  const name = product.exists ? product.productName : t('cart.unknownProduct')

  return (
    <li className="@container py-4 first:pt-0 last:pb-0">
      <div className="flex gap-3">
        {product.exists ? (
          <UiLink
            href={productHref(product)}
            tabIndex={-1}
            aria-hidden="true"
            className="w-14 shrink-0 @max-[13rem]:hidden @md:w-16"
          >
            <PosterCover img={product.productImg} sizes="64px" className={state === 'soldOut' ? 'opacity-60' : ''} />
          </UiLink>
        ) : (
          <span className="aspect-3/4 w-14 shrink-0 self-start rounded-control bg-tint @max-[13rem]:hidden @md:w-16" />
        )}
        <div className="flex min-w-0 flex-1 flex-col justify-between gap-2 @md:flex-row @md:items-center @md:gap-4">
          <div className="min-w-0 flex-1">
            <div className="flex items-start gap-1">
              <p className="line-clamp-2 min-w-0 flex-1 leading-snug font-medium">
                {product.exists ? (
                  <UiLink href={productHref(product)} className="rounded-mark hover:underline">
                    {name}
                  </UiLink>
                ) : (
                  <span className="text-muted">{name}</span>
                )}
              </p>
              <span className="-my-2 -me-2 @md:hidden">
                <Remove name={name} onPress={() => onRemove(row)} />
              </span>
            </div>
            {product.exists && (
              <>
                <p className="mt-0.5 line-clamp-2 text-sm wrap-anywhere text-muted">
                  {product.skuLabel || product.skuCode}
                </p>
                <p className="text-sm wrap-anywhere text-muted">{t('cart.soldBy', { seller: product.supplyName })}</p>
              </>
            )}
          </div>
          {product.exists && (
            <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
              <QuantityStepper
                value={line.count}
                onChange={(count) => setCount(line, count)}
                labels={{
                  quantity: t('cart.quantity', { name }),
                  decrease: t('cart.decrease', { name }),
                  increase: t('cart.increase', { name }),
                }}
                aria-describedby={state === 'fine' ? undefined : problemId(row)}
              />
              <div className="ms-auto flex flex-col items-end text-end @md:min-w-28">
                {state !== 'soldOut' && <Price amount={amount(toMajor(row.total))} />}
                {state !== 'soldOut' && line.count > 1 && (
                  <span className="figures text-sm text-muted">
                    {t('cart.each', { price: `\u2066${amount(toMajor(row.unit))}\u2069` })}
                  </span>
                )}
              </div>
            </div>
          )}
          <span className="-me-2 hidden @md:block">
            <Remove name={name} onPress={() => onRemove(row)} />
          </span>
        </div>
      </div>
      {product.exists && product.countries && <NotThere countries={product.countries} />}
      {state !== 'fine' && (
        <LineProblem id={problemId(row)} row={row} onTake={(count) => setCount(line, count)} onRemove={onRemove} />
      )}
    </li>
  )
}

/** For a line that cannot be activated where its buyer is: he may know why he wants it, but he is told. */
function NotThere({ countries }: { countries: readonly string[] }) {
  const t = useWords()
  const country = useCountry(true)
  if (activatesIn(country, { countries })) return null
  return (
    <p className="mt-2 flex items-start gap-1.5 text-sm font-medium text-bad">
      <CircleAlert size={16} className="mt-0.5" aria-hidden="true" />
      <span>{notThere(t, country)}</span>
    </p>
  )
}

/** Where the focus goes when this line is what stands in the way. */
export function problemId({ key }: Pick<CartRow, 'key'>): string {
  return `line-${key}`
}

function Remove({ name, onPress }: { name: string; onPress: () => void }) {
  const t = useWords()
  return (
    <IconButton label={t('cart.remove', { name })} onClick={onPress}>
      <Trash2 size={18} className="text-muted" aria-hidden="true" />
    </IconButton>
  )
}

/** Of a row's size. */
export function CartLineSkeleton() {
  return (
    <li aria-hidden="true" className="@container py-4 first:pt-0 last:pb-0">
      <div className="flex gap-3">
        <SkeletonBlock className="aspect-3/4 w-14 shrink-0 self-start @max-[13rem]:hidden @md:w-16" />
        <div className="flex min-w-0 flex-1 flex-col justify-between gap-2 @md:flex-row @md:items-center @md:gap-4">
          <div className="min-w-0 flex-1">
            <SkeletonLine width="long" />
            <span className="mt-0.5 block text-sm">
              <SkeletonLine width="half" />
              <SkeletonLine width="half" />
            </span>
          </div>
          <SkeletonBlock className="h-10 w-31 pointer-coarse:h-11.5" />
        </div>
      </div>
    </li>
  )
}
