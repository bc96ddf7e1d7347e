import { getRouteApi } from '@tanstack/react-router'
import { Handshake, Heart, House, Mail, MessageCircle, Newspaper, Star, Store, UserRound } from 'lucide-react'
import type { MouseEvent } from 'react'
import { useWords } from '#platform/i18n/messages.ts'
import { Disclosure } from '#ui/disclosure.tsx'
import { Drawer } from '#ui/drawer.tsx'
import { MenuItem, MenuList } from '#ui/menu-list.tsx'
import { SERVICE_LINKS } from '../service-links.ts'
import { ThemePicker } from './theme-picker.tsx'

const root = getRouteApi('__root__')

const ICONS = { news: Newspaper, wholesale: Store, sellToUs: Handshake, feedback: Star }

type MenuDrawerProps = { open: boolean; onOpenChange: (open: boolean) => void }

export default function MenuDrawer({ open, onOpenChange }: MenuDrawerProps) {
  const t = useWords()
  const { navigation, website } = root.useLoaderData()

  function closeBehindLink(event: MouseEvent) {
    if (event.target instanceof Element && event.target.closest('a[href]')) onOpenChange(false)
  }

  return (
    <Drawer
      open={open}
      onOpenChange={onOpenChange}
      title={t('shell.menu')}
      closeLabel={t('shell.close')}
      footer={
        <div className="flex items-center justify-between gap-3">
          <span className="text-muted">{t('shell.theme')}</span>
          <ThemePicker />
        </div>
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: follows links inside, whose Enter is a click too */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: see above */}
      <div onClick={closeBehindLink}>
        <nav aria-label={t('shell.categories')}>
          {navigation.map(({ id, name, slug, children }) => (
            <Disclosure key={id} name="menu" summary={name}>
              <MenuList className="-mx-1.5">
                <MenuItem href={`/${slug}`}>{t('shell.allOf', { name })}</MenuItem>
                {children.map((child) => (
                  <MenuItem key={child.id} href={`/${child.slug}`}>
                    <span className={child.level > 2 ? (child.level > 3 ? 'ps-6' : 'ps-3') : undefined}>
                      {child.name}
                    </span>
                  </MenuItem>
                ))}
              </MenuList>
            </Disclosure>
          ))}
        </nav>
        <MenuList className="-mx-4 mt-3">
          <MenuItem href="/" icon={<House size={18} aria-hidden="true" />}>
            {t('shell.footer.home')}
          </MenuItem>
          <MenuItem href="/my-account" icon={<UserRound size={18} aria-hidden="true" />}>
            {t('shell.account')}
          </MenuItem>
          <MenuItem href="/my-wishlist" icon={<Heart size={18} aria-hidden="true" />}>
            {t('wishlist.heart')}
          </MenuItem>
          {SERVICE_LINKS.map(({ name, href }) => {
            const Icon = ICONS[name]
            return (
              <MenuItem key={name} href={href} icon={<Icon size={18} aria-hidden="true" />}>
                {t(`shell.${name}`)}
              </MenuItem>
            )
          })}
          {website.email && (
            <MenuItem href={`mailto:${website.email}`} icon={<Mail size={18} aria-hidden="true" />}>
              <bdi className="min-w-0 wrap-anywhere">{website.email}</bdi>
            </MenuItem>
          )}
          {website.chat && (
            <MenuItem href={website.chat} icon={<MessageCircle size={18} aria-hidden="true" />}>
              {t('shell.chat')}
            </MenuItem>
          )}
        </MenuList>
      </div>
    </Drawer>
  )
}
