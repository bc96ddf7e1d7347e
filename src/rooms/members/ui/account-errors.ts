// What the rules of the account's forms say to a person.
import type { MessageKey } from '#platform/i18n/messages.ts'
import type { MemberKey, TranslateMember } from './words.ts'

const SAID: Record<string, MemberKey | MessageKey> = {
  'account.error.name': 'account.error.name',
  'account.error.nameSigns': 'account.error.name',
  'account.error.digits': 'address.error.digits',
  'account.error.phone': 'address.error.digits',
  'account.error.long': 'enquiries.error.long',
  'account.error.country': 'enquiries.error.region',
  'account.error.sameEmail': 'account.same',
  'register.emailTip': 'enquiries.error.email',
  'register.emailFormatter': 'enquiries.error.emailFormat',
  'error.offline': 'error.offline',
}

export const sayAccountError = (t: TranslateMember, message: string): string => t(SAID[message] ?? 'error.unexpected')
