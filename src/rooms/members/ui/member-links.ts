// The member centre's pages, in the order of its menu.
import {
  Bell,
  Heart,
  KeyRound,
  LifeBuoy,
  type LucideIcon,
  MapPin,
  Package,
  RectangleEllipsis,
  ShieldCheck,
  UserRound,
} from 'lucide-react'
import type { MemberKey } from './words.ts'

interface MemberLink {
  href: string
  label: MemberKey
  Icon: LucideIcon
}

export const MEMBER_LINKS: readonly MemberLink[] = [
  { href: '/my-account', label: 'nav.account', Icon: UserRound },
  { href: '/my-order', label: 'nav.orders', Icon: Package },
  { href: '/my-keys', label: 'nav.keys', Icon: KeyRound },
  { href: '/my-wishlist', label: 'nav.wishlist', Icon: Heart },
  { href: '/my-address', label: 'nav.addresses', Icon: MapPin },
  { href: '/my-support', label: 'nav.support', Icon: LifeBuoy },
  { href: '/my-notice', label: 'nav.notices', Icon: Bell },
  { href: '/my-security', label: 'nav.security', Icon: ShieldCheck },
  { href: '/my-changepwd', label: 'nav.password', Icon: RectangleEllipsis },
]
