// The places of the office, declared once: the menu is made of this list, and whoever lacks the permission neither sees a place
// nor gets it by its address.
import { Boxes, Gauge, KeyRound, ScrollText, ShoppingBag, UsersRound, WalletCards } from 'lucide-react'
import type { ComponentType } from 'react'
import type { OfficeKey } from '#rooms/staff/office/words.ts'

export interface Place {
  path: '/today' | '/orders' | '/payments' | '/catalogue' | '/keys' | '/staff' | '/audit'
  permission: string
  label: OfficeKey
  icon: ComponentType<{ size?: number; className?: string }>
}

export const PLACES: readonly Place[] = [
  { path: '/today', permission: 'alerts.read', label: 'today.title', icon: Gauge },
  { path: '/orders', permission: 'orders.read', label: 'orders.title', icon: ShoppingBag },
  { path: '/payments', permission: 'payments.read', label: 'payments.title', icon: WalletCards },
  { path: '/catalogue', permission: 'catalogue.read', label: 'catalogue.title', icon: Boxes },
  { path: '/keys', permission: 'vault.read', label: 'keys.title', icon: KeyRound },
  { path: '/staff', permission: 'staff.read', label: 'staff.title', icon: UsersRound },
  { path: '/audit', permission: 'audit.read', label: 'audit.title', icon: ScrollText },
]
