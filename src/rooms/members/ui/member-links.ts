// The member centre's pages, in the order of its menu.
import { type LucideIcon, UserRound } from 'lucide-react'
import type { MemberKey } from './words.ts'

export interface MemberLink {
  href: string
  label: MemberKey
  Icon: LucideIcon
}

export const MEMBER_LINKS: readonly MemberLink[] = [{ href: '/my-account', label: 'nav.account', Icon: UserRound }]
