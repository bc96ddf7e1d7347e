import { findLocale } from '#platform/i18n/locales.ts'
import { useWords } from '#platform/i18n/messages.ts'
import { RatingsLater } from '#rooms/reviews/ui/ratings-later.tsx'
import { Tabs } from '#ui/tabs.tsx'
import type { ProductDetail } from '../../wire.ts'
import { Paragraphs } from './paragraphs.tsx'
import { ActivationStepsLater, InformationLater } from './product-facts-later.tsx'
import { ProductShareLater } from './product-share-later.tsx'
import { type Recommendations, RecommendedRows } from './recommended.tsx'

type ProductTabsProps = {
  detail: ProductDetail
  /** Of the version that is looked at; none: nothing is known of how it is used. */
  guide: number | null | undefined
  recommended: Recommendations
}

export function ProductTabs({ detail, guide, recommended }: ProductTabsProps) {
  const t = useWords()
  const { id, description, descriptionLanguage, explanation, explanationLanguage } = detail.info
  const written = description ? descriptionLanguage : explanation ? explanationLanguage : undefined
  const { ratings, activation } = detail
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
    ...(activation[guide ?? -1]
      ? [
          {
            id: 'activation',
            label: t('product.tabs.activation'),
            // All are there, so that none comes and goes with the choice before it is alive.
            content: activation.map((steps, place) => (
              <div key={steps.join()} hidden={place !== guide}>
                <ActivationStepsLater steps={steps} />
              </div>
            )),
          },
        ]
      : []),
    {
      id: 'recommendations',
      label: t('product.tabs.recommendations'),
      content: <RecommendedRows cards={recommended} />,
    },
    { id: 'information', label: t('product.tabs.information'), content: <InformationLater detail={detail} /> },
    { id: 'share', label: t('product.tabs.share'), content: <ProductShareLater detail={detail} /> },
  ]
  return <Tabs label={t('product.tabs.label')} tabs={tabs} />
}
