import { PackageOpen } from 'lucide-react'
import { PageMain } from '#browser/page-main.tsx'
import { useWords } from '#platform/i18n/messages.ts'
import type { Banner } from '#rooms/content/wire.ts'
import { PaymentMarks } from '#rooms/payments/ui/payment-marks.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import type { HomeProducts } from '../../wire.ts'
import { HomeAdvantages } from './home-advantages.tsx'
import { HomeBanners } from './home-banners.tsx'
import { homeLists } from './home-lists.ts'
import { HomeRanking } from './home-ranking.tsx'
import { HomeRecent } from './home-recent.tsx'
import { HomeShelf } from './home-shelf.tsx'
import { HomeSideList } from './home-side-list.tsx'

type HomePageProps = {
  lists: HomeProducts
  banners: Banner[]
}

export function HomePage({ lists, banners }: HomePageProps) {
  const t = useWords()
  const { best, hot, side, latest } = homeLists(lists)
  const empty = best.length + hot.length + latest.length === 0

  return (
    <PageMain className="shell pt-4 pb-12 md:pt-6">
      <h1 className="sr-only">{t('home.heading')}</h1>
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_21rem] lg:gap-5">
        {banners.length > 0 && <HomeBanners banners={banners} />}
        {banners.length > 0 && side.length > 0 && <HomeSideList cards={side} />}
      </div>
      {empty && (
        <EmptyState icon={<PackageOpen size={24} />} title={t('home.empty')}>
          {t('home.emptyLine')}
        </EmptyState>
      )}
      <HomeShelf id="best-sellers" title={t('home.bestSellers')} cards={best} />
      <HomeRanking cards={hot} />
      <HomeShelf id="latest-releases" title={t('home.latestReleases')} cards={latest} />
      <HomeAdvantages />
      <section aria-labelledby="payment" className="mt-12 flex flex-wrap items-center gap-x-8 gap-y-4">
        <h2 id="payment" className="text-lg">
          {t('home.payment')}
        </h2>
        <PaymentMarks label={t('home.payment')} />
      </section>
      <HomeRecent />
    </PageMain>
  )
}
