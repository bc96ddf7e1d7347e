import { PackageOpen } from 'lucide-react'
import { PageMain } from '#browser/page-main.tsx'
import { useWords } from '#platform/i18n/messages.ts'
import type { CategoryInfo } from '#rooms/products/wire.ts'
import { Breadcrumb } from '#ui/breadcrumb.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { UiLink } from '#ui/link.tsx'
import type { Filters } from '../../filters.ts'
import { useShownCategory } from './load-category.ts'
import type { LoadedList } from './load-list.ts'
import { ProductList } from './product-list.tsx'

type CategoryPageProps = { category: CategoryInfo; filters: Filters; list: LoadedList }

export function CategoryPage({ category, filters, list }: CategoryPageProps) {
  const t = useWords()
  const { name, slug, ancestors, children } = category
  const parent = ancestors.at(-1)
  useShownCategory(category)
  const above = ancestors.map((one) => ({ label: one.name, href: `/${one.slug}` }))
  return (
    <PageMain className="shell pt-4 pb-16">
      <Breadcrumb
        label={t('list.breadcrumb')}
        crumbs={[{ label: t('list.home'), href: '/' }, ...above, { label: name }]}
      />
      <h1 className="mt-3 text-2xl sm:text-3xl">{name}</h1>
      {children.length > 0 && (
        <nav aria-label={t('list.within', { name })} className="mt-4">
          {/* Phones scroll it sideways to the page's edge; where there is room it wraps. */}
          <ul className="scrollbar-none -mx-4 flex gap-2 overflow-x-auto px-4 py-1 md:mx-0 md:flex-wrap md:px-0">
            {children.map((child) => (
              <li key={child.id} className="shrink-0">
                <UiLink href={`/${child.slug}`} className={buttonClass({ size: 'sm' })}>
                  {child.name}
                </UiLink>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <div className="mt-6">
        <ProductList
          path={`/${slug}`}
          filters={filters}
          list={list}
          empty={
            <EmptyState
              icon={<PackageOpen size={24} />}
              title={t('list.emptyShelf.title')}
              action={
                <UiLink href={parent ? `/${parent.slug}` : '/'} className={buttonClass({ variant: 'primary' })}>
                  {parent ? t('list.emptyShelf.parent', { name: parent.name }) : t('list.home')}
                </UiLink>
              }
            >
              {t('list.emptyShelf.text')}
            </EmptyState>
          }
        />
      </div>
    </PageMain>
  )
}
