import { KeyRound, UserRound, Zap } from 'lucide-react'
import { useState } from 'react'
import { PageMain } from '#browser/page-main.tsx'
import { findLocale } from '#platform/i18n/locales.ts'
import { useWords } from '#platform/i18n/messages.ts'
import { activatesIn, notThere, useCountry } from '#rooms/money/ui/use-country.ts'
import { PosterCover } from '#rooms/pictures/ui/poster-cover.tsx'
import { useArrivingCover } from '#rooms/pictures/ui/use-arriving-cover.ts'
import { RatingSummary } from '#rooms/reviews/ui/rating-summary.tsx'
import { Badge } from '#ui/badge.tsx'
import { Breadcrumb } from '#ui/breadcrumb.tsx'
import type { ProductDetail } from '../../wire.ts'
import { isInstant, standardSku } from '../offers.ts'
import { HeartLater } from '../wish/heart-later.tsx'
import { CountryCheck } from './country-check.tsx'
import { OfferBox } from './offer-box.tsx'
import { OtherSellers } from './other-sellers.tsx'
import { ScreenshotsLater } from './product-facts-later.tsx'
import { COVER_SIZES } from './product-head.ts'
import { ProductMarks } from './product-marks.tsx'
import { ProductTabs } from './product-tabs.tsx'
import { type Recommendations, Recommended } from './recommended.tsx'
import { SkuChooser } from './sku-chooser.tsx'
import { SkuInstead } from './sku-instead.tsx'
import { useBuying } from './use-buying.tsx'
import { useLiveOffers } from './use-live-offers.ts'
import { useRemembered } from './use-remembered.ts'

type ProductPageProps = {
  detail: ProductDetail
  recommended: Recommendations
  /** From the address; the promoted offer's where it names none of this product. */
  skuId: number | undefined
}

export function ProductPage({ detail, recommended, skuId }: ProductPageProps) {
  const t = useWords()
  const offers = useLiveOffers(detail)
  const { dialog, ...buying } = useBuying(detail)
  const cover = useArrivingCover(detail.info.id)
  useRemembered(detail)
  const { info, skus } = detail
  const limited = skus.some((one) => one.countries)
  const country = useCountry(limited)
  const standard = standardSku(detail, country)
  const sku = skus.find((one) => one.id === skuId) ?? standard
  const instead = (where: string) =>
    sku && <SkuInstead detail={detail} country={where} chosen={sku} standard={standard?.id} />
  const [promoted, ...others] = offers.filter((offer) => offer.skuId === sku?.id)
  const warning =
    sku && !activatesIn(country, sku) ? { text: notThere(t, country), instead: instead(country) } : undefined
  const [{ of, count: wanted }, setCount] = useState({ of: info.id, count: 1 })
  const count = of === info.id ? wanted : 1
  const isAccount = info.keyType === '1'
  const above = info.ancestors.map((one) => ({ label: one.name, href: `/${one.slug}` }))
  return (
    <PageMain className="shell pt-4 pb-24 lg:pb-16">
      <Breadcrumb
        label={t('list.breadcrumb')}
        crumbs={[
          { label: t('list.home'), href: '/' },
          ...above,
          { label: info.className, href: `/${info.categorySlug}` },
          { label: info.name },
        ]}
      />
      <article className="product-areas">
        <div ref={cover} className="[grid-area:cover]" data-cover="">
          <PosterCover img={sku?.img ?? info.img} sizes={COVER_SIZES} priority />
        </div>
        <header className="min-w-0 self-center [grid-area:head] md:self-start">
          <div className="flex flex-wrap items-start gap-3">
            <h1 className="min-w-[5.5rem] flex-1 text-2xl break-words sm:text-3xl xl:text-4xl">
              <bdi>{info.name}</bdi>
            </h1>
            <HeartLater productId={info.id} skuId={skuId === undefined ? undefined : sku?.id} name={info.name} />
          </div>
          <div className="mt-1.5">
            <RatingSummary ratings={detail.ratings} href="#ratings" />
          </div>
          {info.explanation && (
            <p
              dir="auto"
              lang={findLocale(info.explanationLanguage)?.tag}
              className="mt-2 text-start text-muted md:text-lg"
            >
              {info.explanation}
            </p>
          )}
          <div className="mt-3 flex flex-wrap gap-1.5 wrap-anywhere">
            <Badge icon={isAccount ? <UserRound size={14} /> : <KeyRound size={14} />}>
              {t(isAccount ? 'product.type.account' : 'product.type.key')}
            </Badge>
            {isInstant(promoted) && <Badge icon={<Zap size={14} />}>{t('product.instant')}</Badge>}
          </div>
        </header>
        <div className="flex min-w-0 flex-col gap-5 [grid-area:detail]">
          <ProductMarks detail={detail} sku={sku} />
          <SkuChooser detail={detail} chosen={sku?.id} standard={standard?.id} />
          {sku && <CountryCheck {...sku} country={country} limited={limited} instead={instead} />}
        </div>
        <div className="min-w-0 [grid-area:offer]">
          <OfferBox
            // Replaced as a whole when the country decides, so that nothing in it moves.
            key={`${info.id} ${standard?.id} ${Boolean(warning)}`}
            offer={promoted}
            buying={buying}
            warning={warning}
            count={count}
            onCount={(next) => setCount({ of: info.id, count: next })}
            deliveryNote={promoted?.instant && t(isAccount ? 'product.delivery.account' : 'product.delivery.key')}
          />
        </div>
        <div className="flex min-w-0 flex-col gap-10 pt-4 [grid-area:more]">
          {detail.screenshots.length > 0 && <ScreenshotsLater screenshots={detail.screenshots} />}
          <OtherSellers offers={others} buying={buying} />
          <ProductTabs key={info.id} detail={detail} guide={sku?.guide} recommended={recommended} />
        </div>
      </article>
      <div className="mt-14">
        <Recommended cards={recommended} />
      </div>
      {dialog}
    </PageMain>
  )
}
