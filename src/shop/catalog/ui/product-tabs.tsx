import { getRouteApi } from '@tanstack/react-router'
import { findLocale } from '#platform/i18n/locales.ts'
import { useWords } from '#platform/i18n/messages.ts'
import type { ProductDetail } from '#shop/catalog/contract.ts'
import { RatingsLater } from '#shop/reviews/ui/ratings-later.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { Paragraphs } from './paragraphs.tsx'
import { ProductShareLater } from './product-share-later.tsx'
import { type Recommendations, RecommendedRows } from './recommended.tsx'

const root = getRouteApi('__root__')

type ProductTabsProps = { detail: ProductDetail; recommended: Recommendations }

export function ProductTabs({ detail, recommended }: ProductTabsProps) {
  const t = useWords()
  const { id, description, descriptionLanguage, explanation, explanationLanguage, activation } = detail.iProductInfo
  const written = description ? descriptionLanguage : explanation ? explanationLanguage : undefined
  const { ratings } = detail
  const tabs = [
    {
      id: 'description',
      label: t('product.tabs.description'),
      content: (
        <Paragraphs text={description || explanation || t('product.noDescription')} lang={findLocale(written)?.tag} />
      ),
    },
    {
      id: 'ratings',
      label: t('product.tabs.ratings'),
      count: ratings.count,
      content: (
        <>
          <h2 className="sr-only">{t('feedback.heading')}</h2>
          <RatingsLater pid={id} ratings={ratings} />
        </>
      ),
    },
    ...(activation.length > 0
      ? [{ id: 'activation', label: t('product.tabs.activation'), content: <ActivationSteps steps={activation} /> }]
      : []),
    {
      id: 'recommendations',
      label: t('product.tabs.recommendations'),
      content: <RecommendedRows cards={recommended} />,
    },
    { id: 'information', label: t('product.tabs.information'), content: <Information detail={detail} /> },
    { id: 'share', label: t('product.tabs.share'), content: <ProductShareLater detail={detail} /> },
  ]
  return <Tabs label={t('product.tabs.label')} tabs={tabs} />
}

function ActivationSteps({ steps }: { steps: readonly string[] }) {
  return (
    <ol className="max-w-[68ch] space-y-4">
      {steps.map((step, index) => (
        <li key={step} className="flex gap-3">
          <span
            aria-hidden="true"
            className="figures grid size-7 shrink-0 place-items-center rounded-full bg-tint text-sm font-semibold"
          >
            {index + 1}
          </span>
          <span className="min-w-0 pt-0.5">{step}</span>
        </li>
      ))}
    </ol>
  )
}

function Information({ detail }: { detail: ProductDetail }) {
  const t = useWords()
  const { locale } = root.useRouteContext()
  const { developer, releasedOn, keyType, className } = detail.iProductInfo
  const rows: [string, string | null][] = [
    [t('product.info.developer'), developer],
    [t('product.info.released'), releasedOn && dateOf(releasedOn, locale.tag)],
    [t('product.info.category'), className],
    [t('product.info.genre'), detail.theme_info],
    [t('product.platform'), detail.plat_info],
    [t('product.region'), detail.region_info],
    [t('product.languages'), detail.language_info],
    [t('product.info.type'), t(keyType === '1' ? 'product.type.account' : 'product.type.key')],
  ]
  return (
    <dl className="max-w-[68ch] divide-y divide-line">
      {rows.map(
        ([name, value]) =>
          value && (
            <div key={name} className="grid gap-x-4 py-2.5 sm:grid-cols-[11rem_1fr]">
              <dt className="text-muted">{name}</dt>
              <dd dir="auto" className="text-start">
                {value}
              </dd>
            </div>
          ),
      )}
    </dl>
  )
}

function dateOf(iso: string, tag: string): string {
  return new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${iso}T00:00:00Z`))
}
