import { useLocation } from '@tanstack/react-router'
import { ChevronDown } from 'lucide-react'
import { useWords } from '#platform/i18n/messages.ts'
import type { NavigationCategory } from '#rooms/products/wire.ts'
import { MenuItem, MenuList } from '#ui/menu-list.tsx'
import { Popover } from '#ui/popover.tsx'

/** The categories that the bar has no place for. */
export function MoreCategories({ categories }: { categories: readonly NavigationCategory[] }) {
  const t = useWords()
  const { pathname } = useLocation()
  return (
    <li>
      <Popover
        label={t('shell.moreCategories')}
        trigger={(wiring) => (
          <button
            {...wiring}
            type="button"
            className="flex min-h-11 items-center gap-1.5 rounded-control px-3 font-medium text-muted transition-colors hover:text-ink"
          >
            {t('shell.moreCategories')}
            <ChevronDown size={16} className="text-faint" aria-hidden="true" />
          </button>
        )}
      >
        <MenuList>
          {categories.map(({ id, name, slug }) => (
            <MenuItem key={id} href={`/${slug}`} current={pathname === `/${slug}`}>
              {name}
            </MenuItem>
          ))}
        </MenuList>
      </Popover>
    </li>
  )
}
