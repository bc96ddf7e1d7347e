import type { TranslateOffice } from './words.ts'

/** Roles of a new shop have words; whoever made another has named it. */
export function sayRole(t: TranslateOffice, role: string): string {
  const key = `roles.${role}`
  return t.knows(key) ? t(key) : role
}

/** What a permission allows. */
export function sayPermission(t: TranslateOffice, permission: string): string {
  const key = `staff.may.${permission}`
  return t.knows(key) ? t(key) : permission
}
