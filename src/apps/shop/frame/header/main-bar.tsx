import { Logo } from '#browser/logo.tsx'
import { useWords } from '#platform/i18n/messages.ts'
import { CartButton } from '#rooms/checkout/ui/cart/cart-button.tsx'
import { SearchBox } from '#rooms/search/ui/box/search-box.tsx'
import { UiLink } from '#ui/link.tsx'
import { AccountLater } from './account-later.tsx'
import { MenuButton } from './menu-button.tsx'
import { ThemePicker } from './theme-picker.tsx'

/** Stays at the top while the page scrolls. Its height is --header-height, see document.tsx. */
export function MainBar() {
  const t = useWords()
  return (
    <div className="main-bar sticky top-0 z-30 border-b border-line bg-surface">
      <div className="shell flex h-(--header-height) items-center gap-1 sm:gap-2">
        <MenuButton />
        <UiLink href="/" aria-label={t('shell.homeLink')} className="me-4 rounded-control py-1 max-lg:hidden xl:me-8">
          <Logo />
        </UiLink>
        <SearchBox className="min-w-0 flex-1 lg:max-w-137.5" />
        <div className="ms-auto flex items-center sm:gap-1">
          <div className="max-sm:hidden">
            <ThemePicker />
          </div>
          <div className="flex items-center gap-1 max-lg:hidden">
            <AccountLater />
          </div>
          <CartButton />
        </div>
      </div>
    </div>
  )
}
