// Who may go where in the office: no page leads anybody to where he is told that he may not see it.

export type OfficePath =
  | '/today'
  | '/orders'
  | '/orders/new'
  | '/inbox'
  | '/inbox/saved-replies'
  | '/payments'
  | '/catalogue'
  | '/catalogue/categories'
  | '/catalogue/facets'
  | '/catalogue/sellers'
  | '/catalogue/banners'
  | '/catalogue/pictures'
  | '/catalogue/bulk'
  | '/keys'
  | '/keys/import'
  | '/keys/stock'
  | '/staff'
  | '/staff/roles'
  | '/audit'
  | '/health'
  | '/health/jobs'
  | '/health/mails'
  | '/health/notices'
  | '/settings'
  | '/settings/methods'
  | '/settings/currencies'
  | '/settings/pages'
  | '/files'
  | '/me'

/** What asks for another permission than to read its part of the office (`/health/jobs`: `health.read`). Null: everybody's. */
const ASKS_FOR: Partial<Record<OfficePath, string | null>> = {
  '/today': 'alerts.read',
  '/orders/new': 'orders.make',
  '/inbox/saved-replies': 'inbox.answer',
  '/keys': 'vault.read',
  '/keys/import': 'vault.import',
  '/keys/stock': 'vault.read',
  '/settings/pages': 'content.read',
  '/files': null,
  '/me': null,
}

/** `may`: whether who is signed in has a permission. */
export function mayGo(path: OfficePath, may: (permission: string) => boolean): boolean {
  const { [path]: permission = `${path.split('/')[1]}.read` } = ASKS_FOR
  return permission === null || may(permission)
}
