// The ways from the list of products to what belongs to it. On a phone they stand behind one button, and the products above the fold.
import { Link, type LinkProps } from '@tanstack/react-router'
import { ChevronDown } from 'lucide-react'
import { useMay } from '#rooms/staff/office/session.ts'
import { type OfficeKey, useOfficeWords } from '#rooms/staff/office/words.ts'
import { Button } from '#ui/button.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { cx } from '#ui/class-names.ts'
import { Popover } from '#ui/popover.tsx'
import { NewProduct } from './new-product.tsx'

const PAGES = [
  { to: '/catalogue/categories', label: 'catalogue.categories' },
  { to: '/catalogue/facets', label: 'shelves.facets' },
  { to: '/catalogue/sellers', label: 'shelves.sellers' },
  { to: '/catalogue/banners', label: 'shelves.banners' },
  { to: '/catalogue/pictures', label: 'library.title' },
  { to: '/catalogue/bulk', label: 'catalogue.bulk.title' },
] as const satisfies { to: LinkProps['to']; label: OfficeKey }[]

export function OtherPages() {
  const t = useOfficeWords()
  const may = useMay()
  const mayAdd = may('catalogue.write') && may('prices.write')
  // Who adds nothing has the first of them in its place.
  const behind = PAGES.slice(mayAdd ? 0 : 1)
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      {mayAdd && <NewProduct />}
      {PAGES.map(({ to, label }) => (
        <Link key={to} to={to} className={cx(buttonClass(), behind.some((one) => one.to === to) && 'max-md:hidden')}>
          {t(label)}
        </Link>
      ))}
      <Popover
        label={t('catalogue.morePages')}
        className="md:hidden"
        trigger={(wiring) => (
          <Button {...wiring} className="md:hidden">
            {t('catalogue.morePages')}
            <ChevronDown size={18} aria-hidden="true" />
          </Button>
        )}
      >
        <ul className="grid min-w-48 p-1.5">
          {behind.map(({ to, label }) => (
            <li key={to}>
              <Link to={to} className="flex min-h-11 items-center rounded-control px-2.5 hover:bg-tint">
                {t(label)}
              </Link>
            </li>
          ))}
        </ul>
      </Popover>
    </div>
  )
}
