import { getRouteApi } from '@tanstack/react-router'
import { useWords } from '#platform/i18n/messages.ts'
import { CategoryMenu } from './category-menu.tsx'

const root = getRouteApi('__root__')

/** Below the bar that stays. Phones have the drawer instead. */
export function CategoryBar() {
  const t = useWords()
  const { navigation } = root.useLoaderData()
  return (
    <nav aria-label={t('shell.categories')} className="border-b border-line bg-surface max-lg:hidden">
      <ul className="shell -ms-3 flex flex-wrap">
        {navigation.map((category, index) => (
          <CategoryMenu
            key={category.id}
            category={category}
            // Panels of the second half open towards the middle, or they would leave the page.
            align={index < navigation.length / 2 ? 'start' : 'end'}
          />
        ))}
      </ul>
    </nav>
  )
}
