// Phones have no room for the category bar: a drawer, which is fetched when a finger comes near.
import { Menu } from 'lucide-react'
import { lazy, type MouseEvent, Suspense, useState } from 'react'
import { keptOnceOnline } from '#browser/when-wanted.ts'
import { useWords } from '#platform/i18n/messages.ts'
import { iconButtonClass } from '#ui/button-class.ts'

const loadDrawer = keptOnceOnline(() => import('./menu-drawer.tsx'))
const MenuDrawer = lazy(loadDrawer)

/** Without JavaScript it leads to the categories in the footer. */
export function MenuButton() {
  const t = useWords()
  const [drawer, setDrawer] = useState<'never' | 'open' | 'closed'>('never')

  function press(event: MouseEvent) {
    event.preventDefault()
    setDrawer('open')
  }

  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: without JavaScript it is the link that it is written as */}
      {/* biome-ignore lint/a11y/useValidAnchor: see above */}
      <a
        href="#categories"
        role="button"
        aria-haspopup="dialog"
        aria-label={t('shell.menu')}
        className={`${iconButtonClass()} -ms-2 lg:hidden`}
        onPointerEnter={loadDrawer}
        onFocus={loadDrawer}
        onClick={press}
        onKeyDown={(event) => {
          if (event.key !== ' ') return
          event.preventDefault()
          setDrawer('open')
        }}
      >
        <Menu size={22} aria-hidden="true" />
      </a>
      {drawer !== 'never' && (
        <Suspense>
          <MenuDrawer open={drawer === 'open'} onOpenChange={(open) => setDrawer(open ? 'open' : 'closed')} />
        </Suspense>
      )}
    </>
  )
}
