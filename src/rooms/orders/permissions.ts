// What people may be allowed to do with orders, and which roles may at first.
import type { Declarations } from '#platform/room.ts'

export const PERMISSIONS = {
  'orders.read': ['manager', 'support', 'bookkeeper', 'reader'],
  'orders.make': ['manager'],
  'orders.hold': ['manager', 'support'],
  'orders.accept': ['manager'],
  'orders.markPaid': ['manager'],
  'orders.refund': ['manager', 'support'],
  'orders.resend': ['manager', 'support'],
  'orders.replace': ['manager', 'support'],
  'orders.replaceAgain': ['manager'],
  'orders.note': ['manager', 'support', 'bookkeeper'],
  'payments.read': ['manager', 'support', 'bookkeeper'],
  'payments.settle': ['manager', 'bookkeeper'],
  'payments.evidence': ['manager', 'support'],
} satisfies Declarations['permissions']
