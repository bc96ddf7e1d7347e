// The places of the office, declared once: menu and palette are made of this list, and whoever lacks the permission (may-go.ts)
// neither sees a place nor gets it by its address.
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
import { mayGo, type OfficePath } from '#rooms/staff/office/may-go.ts'
import type { OfficeKey } from '#rooms/staff/office/words.ts'
import type { Me } from '#rooms/staff/office.ts'

export interface Place {
  path: OfficePath
  label: OfficeKey
  icon: ComponentType<{ size?: number; className?: string }>
  /** What the palette calls looking there for what was typed (`?q=`). */
  find?: OfficeKey
}

const PLACES: readonly Place[] = [
  { path: '/today', label: 'today.title', icon: Gauge },
  { path: '/orders', label: 'orders.title', icon: ShoppingBag, find: 'palette.orders' },
  { path: '/inbox', label: 'inbox.title', icon: Inbox, find: 'palette.inbox' },
  { path: '/payments', label: 'payments.title', icon: WalletCards },
  {
    path: '/catalogue',
    label: 'catalogue.title',
    icon: Boxes,
    find: 'palette.catalogue',
  },
  { path: '/keys', label: 'keys.title', icon: KeyRound, find: 'palette.keys' },
  { path: '/staff', label: 'staff.title', icon: UsersRound },
  { path: '/audit', label: 'audit.title', icon: ScrollText },
  { path: '/health', label: 'health.title', icon: HeartPulse },
  { path: '/settings', label: 'settings.title', icon: SlidersHorizontal },
]

/** Pages that another one leads to. */
const CORNERS: readonly Place[] = [
  { path: '/orders/new', label: 'order.new.title', icon: ShoppingBag },
  { path: '/catalogue/categories', label: 'catalogue.categories', icon: FolderTree },
  { path: '/catalogue/facets', label: 'shelves.facets', icon: FolderTree },
  { path: '/catalogue/sellers', label: 'shelves.sellers', icon: FolderTree },
  { path: '/catalogue/banners', label: 'shelves.banners', icon: FolderTree },
  { path: '/catalogue/pictures', label: 'library.title', icon: Images },
  { path: '/catalogue/bulk', label: 'catalogue.bulk.title', icon: ListChecks },
  { path: '/keys/import', label: 'keys.import', icon: KeyRound },
  { path: '/keys/stock', label: 'keys.stock.title', icon: KeyRound },
  { path: '/inbox/saved-replies', label: 'inbox.replies.title', icon: BookText },
  { path: '/staff/roles', label: 'staff.roles', icon: ShieldCheck },
  { path: '/health/jobs', label: 'health.jobs.title', icon: HeartPulse },
  { path: '/health/mails', label: 'health.mails.title', icon: HeartPulse },
  { path: '/health/notices', label: 'health.notices.title', icon: HeartPulse },
  { path: '/settings/methods', label: 'methods.title', icon: CreditCard },
  { path: '/settings/currencies', label: 'currencies.title', icon: Landmark },
  { path: '/settings/pages', label: 'pages.title', icon: BookOpenText },
  { path: '/files', label: 'lists.files', icon: FileSpreadsheet },
  { path: '/me', label: 'staff.me.title', icon: CircleUserRound },
]

/** Whether it stands among the places, for its own is closed to him: nothing else would lead to it. */
const isAlone = (me: Me, { path }: Place) =>
  PLACES.some((place) => path.startsWith(`${place.path}/`) && !isOpen(me)(place))
export const isOpen =
  (me: Me) =>
  ({ path }: Place) =>
    mayGo(path, (permission) => me.permissions.includes(permission))

export const placesOf = (me: Me): Place[] =>
  [...PLACES, ...CORNERS.filter((corner) => isAlone(me, corner))].filter(isOpen(me))
export const cornersOf = (me: Me) => CORNERS.filter((corner) => !isAlone(me, corner)).filter(isOpen(me))
/** The nearest to this address; undefined: it lies in none. */
export const placeAt = (pathname: string) =>
  [...CORNERS, ...PLACES].find(({ path }) => `${pathname}/`.includes(`${path}/`))
