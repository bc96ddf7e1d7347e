import { PageMain } from '#browser/page-main.tsx'
import { useWords } from '#platform/i18n/messages.ts'
import { Breadcrumb } from '#ui/breadcrumb.tsx'
import type { Ratings as RatingsData } from '../contract.ts'
import { Ratings } from './ratings.tsx'
import ReviewForm from './review-form.tsx'
import { useRefusal } from './use-refusal.ts'

/** What shoppers say of the shop, and where they say it. */
export function FeedbackPage({ ratings }: { ratings: RatingsData }) {
  const t = useWords()
  const open = useRefusal() === undefined
  return (
    <PageMain className="shell pt-4 pb-16">
      <Breadcrumb
        label={t('list.breadcrumb')}
        crumbs={[{ label: t('list.home'), href: '/' }, { label: t('feedback.title') }]}
      />
      <header className="mt-3 mb-8 max-w-[68ch]">
        <h1 className="text-2xl sm:text-3xl">{t('feedback.title')}</h1>
        {open && <p className="mt-2 text-muted md:text-lg">{t('feedback.intro')}</p>}
      </header>
      <section aria-labelledby="ratings-heading">
        <h2 id="ratings-heading" className="mb-4 text-xl">
          {t('feedback.shopHeading')}
        </h2>
        <Ratings pid={0} ratings={ratings} form={ReviewForm} />
      </section>
    </PageMain>
  )
}
