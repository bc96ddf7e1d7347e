// What each version of a product cost: drawn as a line, and beside it a table with who changed it and how.
import { sayMoment, sayMoney, zone } from '#rooms/staff/office/said.ts'
import { useOfficeWords } from '#rooms/staff/office/words.ts'
import type { Product } from './edits.ts'
import { Sparkline } from './sparkline.tsx'

type Offer = Product['skus'][number]['offers'][number]

export function PriceHistory({ product }: { product: Product }) {
  const t = useOfficeWords()
  const over = product.plans.filter(({ state }) => state === 'cancelled')
  const changed = product.skus.flatMap(({ skuCode, offers }) =>
    offers.flatMap((offer) => {
      const rows = product.pastPrices.filter(({ offerId }) => offerId === offer.id)
      return rows.length > 0 ? [{ skuCode, offer, rows }] : []
    }),
  )
  const codeOf = (offerId: number) =>
    product.skus.find(({ offers }) => offers.some(({ id }) => id === offerId))?.skuCode ?? ''
  if (changed.length + over.length === 0) return <p className="mt-3 text-muted">{t('catalogue.noHistory')}</p>
  return (
    <>
      {changed.map((one) => (
        <OfOffer key={one.offer.id} {...one} />
      ))}
      {over.length > 0 && <h3 className="mt-5 text-base">{t('catalogue.plansCancelled')}</h3>}
      <ul className="mt-2 grid gap-1.5 text-sm">
        {over.map((plan) => (
          <li key={plan.id} className="flex flex-wrap justify-between gap-x-4 border-b border-line pb-1.5">
            <span className="min-w-0 break-words">
              <bdi>{codeOf(plan.offerId)}</bdi> {sayMoment(t, plan.at)}{' '}
              <span className="text-muted">
                <bdi>{`${plan.by}: ${plan.reason}`}</bdi>
              </span>
            </span>
            <span className="figures">{sayMoney(t, plan.price, 'USD')}</span>
          </li>
        ))}
      </ul>
      <p className="mt-3 text-xs text-muted">{t('catalogue.historyBase', { zone: zone() })}</p>
    </>
  )
}

function OfOffer({ skuCode, offer, rows }: { skuCode: string; offer: Offer; rows: Product['pastPrices'] }) {
  const t = useOfficeWords()
  const money = (price: number) => sayMoney(t, price, 'USD')
  return (
    <section className="mt-4 grid items-start gap-x-6 gap-y-3 lg:grid-cols-[15rem_minmax(0,1fr)]">
      <div>
        <h3 className="font-mono text-sm break-all">{skuCode}</h3>
        {!offer.isShop && (
          <p className="text-sm text-muted">
            <bdi>{offer.seller}</bdi>
          </p>
        )}
        <Sparkline
          points={[
            ...rows.toReversed().map(({ until, price }) => ({ until: Date.parse(until), value: price })),
            { until: Date.now(), value: offer.price },
          ]}
          label={t('catalogue.drawn', { count: rows.length, now: money(offer.price) })}
        />
        <p className="figures mt-1 text-sm font-semibold">{money(offer.price)}</p>
        <p className="text-sm text-muted">{t('catalogue.lowest30', { price: money(offer.lowest30) })}</p>
      </div>
      <section
        className="relative overflow-x-auto"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
        tabIndex={0}
        aria-label={t('catalogue.historyOf', { code: skuCode })}
      >
        <table className="w-full border-collapse text-sm">
          <thead>
            <tr className="border-b border-line text-muted *:px-2 *:py-1.5 *:text-start *:font-medium">
              <th scope="col">{t('catalogue.changedAt')}</th>
              <th scope="col" className="text-end!">
                {t('catalogue.from')}
              </th>
              <th scope="col" className="text-end!">
                {t('catalogue.to')}
              </th>
              <th scope="col">{t('catalogue.how')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ until, price, next, how, by, reason }) => (
              <tr key={until} className="border-b border-line align-top *:px-2 *:py-1.5">
                <td className="figures whitespace-nowrap">
                  <time dateTime={until}>{sayMoment(t, until)}</time>
                </td>
                <td className="figures text-end whitespace-nowrap text-muted">{money(price)}</td>
                <td className={`figures text-end whitespace-nowrap ${next < price ? 'text-good' : ''}`}>
                  {money(next)}
                </td>
                <td className="min-w-40 break-words">
                  {t(`catalogue.ways.${how}`)}
                  {by && (
                    <span className="block text-muted">
                      <bdi>{[by, reason].filter(Boolean).join(': ')}</bdi>
                    </span>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  )
}
