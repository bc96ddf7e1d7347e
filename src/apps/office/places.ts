// The places of the office, declared once: menu and palette are made of this list, and whoever lacks the permission neither sees a
// place nor gets it by its address.
import {
  BookOpenText,
  BookText,
  Boxes,
  CircleUserRound,
  CreditCard,
  FileSpreadsheet,
  FolderTree,
  Gauge,
  HeartPulse,
  Images,
  Inbox,
  KeyRound,
  Landmark,
  ListChecks,
  ScrollText,
  ShieldCheck,
  ShoppingBag,
  SlidersHorizontal,
  UsersRound,
  WalletCards,
} from 'lucide-react'
import type { ComponentType } from 'react'
import { may } from '#rooms/staff/office/session.ts'
import type { OfficeKey } from '#rooms/staff/office/words.ts'
import type { Me } from '#rooms/staff/office.ts'

interface PlaceLook {
  label: OfficeKey
  icon: ComponentType<{ size?: number; className?: string }>
  /** What the palette calls looking there for what was typed (`?q=`). */
  find?: OfficeKey
}

export interface Place extends PlaceLook {
  path:
    | '/today'
    | '/orders'
    | '/inbox'
    | '/payments'
    | '/catalogue'
    | '/keys'
    | '/staff'
    | '/audit'
    | '/health'
    | '/settings'
  permission: string
}

/** A page that another one leads to. */
interface Corner extends PlaceLook {
  path:
    | '/orders/new'
    | '/catalogue/categories'
    | '/catalogue/facets'
    | '/catalogue/sellers'
    | '/catalogue/banners'
    | '/catalogue/pictures'
    | '/catalogue/bulk'
    | '/keys/import'
    | '/keys/stock'
    | '/inbox/saved-replies'
    | '/staff/roles'
    | '/health/jobs'
    | '/health/mails'
    | '/health/notices'
    | '/settings/methods'
    | '/settings/currencies'
    | '/settings/pages'
    | '/files'
    | '/me'
  /** Null: everybody's. */
  permission: string | null
}

const PLACES: readonly Place[] = [
  { path: '/today', permission: 'alerts.read', label: 'today.title', icon: Gauge },
  { path: '/orders', permission: 'orders.read', label: 'orders.title', icon: ShoppingBag, find: 'palette.orders' },
  { path: '/inbox', permission: 'inbox.read', label: 'inbox.title', icon: Inbox, find: 'palette.inbox' },
  { path: '/payments', permission: 'payments.read', label: 'payments.title', icon: WalletCards },
  {
    path: '/catalogue',
    permission: 'catalogue.read',
    label: 'catalogue.title',
    icon: Boxes,
    find: 'palette.catalogue',
  },
  { path: '/keys', permission: 'vault.read', label: 'keys.title', icon: KeyRound, find: 'palette.keys' },
  { path: '/staff', permission: 'staff.read', label: 'staff.title', icon: UsersRound },
  { path: '/audit', permission: 'audit.read', label: 'audit.title', icon: ScrollText },
  { path: '/health', permission: 'health.read', label: 'health.title', icon: HeartPulse },
  { path: '/settings', permission: 'settings.read', label: 'settings.title', icon: SlidersHorizontal },
]

const CORNERS: readonly Corner[] = [
  { path: '/orders/new', permission: 'orders.make', label: 'order.new.title', icon: ShoppingBag },
  { path: '/catalogue/categories', permission: 'catalogue.read', label: 'catalogue.categories', icon: FolderTree },
  { path: '/catalogue/facets', permission: 'catalogue.read', label: 'shelves.facets', icon: FolderTree },
  { path: '/catalogue/sellers', permission: 'catalogue.read', label: 'shelves.sellers', icon: FolderTree },
  { path: '/catalogue/banners', permission: 'catalogue.read', label: 'shelves.banners', icon: FolderTree },
  { path: '/catalogue/pictures', permission: 'catalogue.read', label: 'library.title', icon: Images },
  { path: '/catalogue/bulk', permission: 'catalogue.read', label: 'catalogue.bulk.title', icon: ListChecks },
  { path: '/keys/import', permission: 'vault.import', label: 'keys.import', icon: KeyRound },
  { path: '/keys/stock', permission: 'vault.read', label: 'keys.stock.title', icon: KeyRound },
  { path: '/inbox/saved-replies', permission: 'inbox.answer', label: 'inbox.replies.title', icon: BookText },
  { path: '/staff/roles', permission: 'staff.read', label: 'staff.roles', icon: ShieldCheck },
  { path: '/health/jobs', permission: 'health.read', label: 'health.jobs.title', icon: HeartPulse },
  { path: '/health/mails', permission: 'health.read', label: 'health.mails.title', icon: HeartPulse },
  { path: '/health/notices', permission: 'health.read', label: 'health.notices.title', icon: HeartPulse },
  { path: '/settings/methods', permission: 'settings.read', label: 'methods.title', icon: CreditCard },
  { path: '/settings/currencies', permission: 'settings.read', label: 'currencies.title', icon: Landmark },
  { path: '/settings/pages', permission: 'content.read', label: 'pages.title', icon: BookOpenText },
  { path: '/files', permission: null, label: 'lists.files', icon: FileSpreadsheet },
  { path: '/me', permission: null, label: 'staff.me.title', icon: CircleUserRound },
]

/** Whether it stands among the places, for its own is closed to him: nothing else would lead to it. */
const isAlone = (me: Me, { path }: Corner) =>
  PLACES.some((place) => path.startsWith(`${place.path}/`) && !may(me, place.permission))
const isOpen = (me: Me) => (place: Place | Corner) => may(me, place.permission)

export const placesOf = (me: Me): (Place | Corner)[] =>
  [...PLACES, ...CORNERS.filter((corner) => isAlone(me, corner))].filter(isOpen(me))
export const cornersOf = (me: Me) => CORNERS.filter((corner) => !isAlone(me, corner)).filter(isOpen(me))
/** The nearest to this address; undefined: it lies in none. */
export const placeAt = (pathname: string) =>
  [...CORNERS, ...PLACES].find(({ path }) => `${pathname}/`.includes(`${path}/`))
