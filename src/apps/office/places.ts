// The places of the office, declared once: the menu is made of this list, and whoever lacks the permission neither sees a place
// nor gets it by its address.
import { Inbox, ShoppingBag } from 'lucide-react'
import type { ComponentType } from 'react'
import type { OfficeKey } from '#rooms/staff/office/words.ts'

export interface Place {
  path: '/orders' | '/inbox'
  permission: string
  label: OfficeKey
  icon: ComponentType<{ size?: number; className?: string }>
}

export const PLACES: readonly Place[] = [
  { path: '/orders', permission: 'orders.read', label: 'orders.title', icon: ShoppingBag },
  { path: '/inbox', permission: 'inbox.read', label: 'inbox.title', icon: Inbox },
]
