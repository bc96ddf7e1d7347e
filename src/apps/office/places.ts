// The places of the office, declared once: the menu is made of this list, and whoever lacks the permission neither sees a place
// nor gets it by its address.
import { Gauge, ShoppingBag, WalletCards } from 'lucide-react'
import type { ComponentType } from 'react'
import type { OfficeKey } from '#rooms/staff/office/words.ts'

export interface Place {
  path: '/today' | '/orders' | '/payments'
  permission: string
  label: OfficeKey
  icon: ComponentType<{ size?: number; className?: string }>
}

export const PLACES: readonly Place[] = [
  { path: '/today', permission: 'alerts.read', label: 'today.title', icon: Gauge },
  { path: '/orders', permission: 'orders.read', label: 'orders.title', icon: ShoppingBag },
  { path: '/payments', permission: 'payments.read', label: 'payments.title', icon: WalletCards },
]
