// /office/settings/pages: what people write on pages of the shop, and what is not written yet.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { officeCall } from '#browser/office-calls.ts'
import { LOCALES } from '#platform/i18n/locales.ts'
import { Listing } from '#rooms/staff/office/listing.tsx'
import { sayMoment } from '#rooms/staff/office/said.ts'
import { useMe } from '#rooms/staff/office/session.ts'
import { useTitle } from '#rooms/staff/office/title.ts'
import { useOfficeWords } from '#rooms/staff/office/words.ts'
import { textLinkClass } from '#ui/button-class.ts'
import { Card } from '#ui/card.tsx'
import { SettingsTabs } from './settings-tabs.tsx'

type Page = Awaited<ReturnType<typeof officeCall<'GET /office/pages'>>>[number]

export function PagesPage() {
  const t = useOfficeWords()
  const { data: me } = useMe()
  useTitle(t('pages.title'), me?.shop)
  const list = useQuery({
    queryKey: ['pages'],
    queryFn: ({ signal }) => officeCall('GET /office/pages', {}, { signal }),
  })
  return (
    <>
      <SettingsTabs />
      <h1 className="text-2xl">{t('pages.title')}</h1>
      <p className="mt-2 max-w-3xl text-sm text-muted">{t('pages.intro')}</p>
      <Listing list={list}>
        {(pages) => (
          <Card padding="none" className="mt-5 max-w-4xl px-4 sm:px-5">
            <ul className="divide-y divide-line">
              {pages.map((page) => (
                <Row key={page.page} page={page} />
              ))}
            </ul>
          </Card>
        )}
      </Listing>
    </>
  )
}

function Row({ page: { page, isLegal, languages, changedAt, changedBy } }: { page: Page }) {
  const t = useOfficeWords()
  const isWritten = languages.length > 0
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-1 py-4">
      <div className="min-w-0">
        <h2 className="text-base">
          <Link to="/settings/pages/$page" params={{ page }} className={textLinkClass}>
            {t(`pages.names.${page}`)}
          </Link>
        </h2>
        {isLegal && <p className="mt-0.5 text-xs text-muted">{t('pages.legal')}</p>}
      </div>
      <div className="text-sm sm:text-end">
        <p className={isWritten ? 'figures' : 'text-warn'}>
          {isWritten ? t('pages.inLanguages', { count: languages.length, of: LOCALES.length }) : t('pages.none')}
        </p>
        <p className="mt-0.5 text-xs text-muted">
          {changedAt ? (
            <>
              {t('settings.changed', { at: sayMoment(t, changedAt) })} <bdi>{changedBy}</bdi>
            </>
          ) : (
            isWritten && t('settings.asBegun')
          )}
        </p>
      </div>
    </li>
  )
}
