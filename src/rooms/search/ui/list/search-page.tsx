import { getRouteApi } from '@tanstack/react-router'
import { SearchX } from 'lucide-react'
import { PageMain } from '#browser/page-main.tsx'
import { useWords } from '#platform/i18n/messages.ts'
import { Breadcrumb } from '#ui/breadcrumb.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { UiLink } from '#ui/link.tsx'
import type { Filters } from '../../filters.ts'
import type { LoadedList } from './load-list.ts'
import { ProductList } from './product-list.tsx'

const root = getRouteApi('__root__')

/** Without a term it shows everything that the shop has. */
export function SearchPage({ filters, list }: { filters: Filters; list: LoadedList }) {
  const t = useWords()
  const { navigation } = root.useLoaderData()
  const { name } = filters
  return (
    <PageMain className="shell pt-4 pb-16">
      <Breadcrumb
        label={t('list.breadcrumb')}
        crumbs={[{ label: t('list.home'), href: '/' }, { label: t('list.search.crumb') }]}
      />
      <h1 className="mt-3 text-2xl break-words sm:text-3xl">
        {name ? t('list.search.title', { name, count: list.total }) : t('list.search.all')}
      </h1>
      {list.rows[0]?.similar && <p className="mt-2 text-muted">{t('search.similar')}</p>}
      <div className="mt-6">
        <ProductList
          path="/search"
          filters={filters}
          list={list}
          empty={
            <EmptyState icon={<SearchX size={24} />} title={t('list.search.none', { name })}>
              <ul className="mx-auto w-fit list-disc space-y-1 ps-5 text-start text-pretty">
                <li>{t('list.search.tipSpelling')}</li>
                <li>{t('list.search.tipFewer')}</li>
                <li>{t('list.search.tipBrowse')}</li>
              </ul>
              <nav aria-label={t('list.search.browse')} className="mt-6">
                <ul className="flex flex-wrap justify-center gap-2">
                  {navigation.map((top) => (
                    <li key={top.id}>
                      <UiLink href={`/${top.slug}`} className={buttonClass({ size: 'sm' })}>
                        {top.name}
                      </UiLink>
                    </li>
                  ))}
                </ul>
              </nav>
            </EmptyState>
          }
        />
      </div>
    </PageMain>
  )
}
