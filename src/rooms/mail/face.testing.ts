// Who writes the mails of tests that need no shop.
import { accentOf, HOUSE_ACCENT } from '#art/accent.ts'
import type { MailFace } from './mail-page.ts'

export const FACE: MailFace = {
  shopName: 'Key Shop',
  supportEmail: 'help@shop.example',
  replyTo: 'help@shop.example',
  promise: { answerDays: 2, alwaysOpen: false },
  accent: accentOf(HOUSE_ACCENT),
  origin: 'https://shop.example',
  seller: [],
  hasVatId: false,
  terms: true,
}
