import { getRouteApi } from '@tanstack/react-router'
import { useWords } from '#platform/i18n/messages.ts'
import { CategoryMenu } from './category-menu.tsx'
import { MoreCategories } from './more-categories.tsx'
import { ServiceNav } from './service-nav.tsx'

const root = getRouteApi('__root__')

/** Specification §9: the header shows six at a time. */
const SHOWN = 6

/** Below the bar that stays. Phones have the drawer instead. */
export function CategoryBar() {
  const t = useWords()
  const { navigation } = root.useLoaderData()
  const shown = navigation.slice(0, SHOWN)
  const others = navigation.slice(SHOWN)
  return (
    <div className="border-b border-line bg-surface max-lg:hidden">
      <div className="shell flex items-start justify-between gap-6">
        <nav aria-label={t('shell.categories')}>
          <ul className="-ms-3 flex flex-wrap">
            {shown.map((category, index) => (
              <CategoryMenu
                key={category.id}
                category={category}
                // Panels of the second half open towards the middle, or they would leave the page.
                align={index < 3 ? 'start' : 'end'}
              />
            ))}
            {others.length > 0 && <MoreCategories categories={others} />}
          </ul>
        </nav>
        <ServiceNav className="max-xl:hidden" />
      </div>
    </div>
  )
}
