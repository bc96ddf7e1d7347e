// The rooms of the shop: one line each. Their order is that in which the database is prepared; they are opened in the
// order of what they need, and closed the other way round: the ground's journal stays until all others have finished.

import { demoRoom } from '#demo/room.ts'
import type { AnyRoom } from '#platform/room.ts'
import { addressesRoom } from '#rooms/addresses/room.ts'
import { alertsRoom } from '#rooms/alerts/room.ts'
import { auditRoom } from '#rooms/audit/room.ts'
import { captchaRoom } from '#rooms/captcha/room.ts'
import { contentRoom } from '#rooms/content/room.ts'
import { couponsRoom } from '#rooms/coupons/room.ts'
import { discoveryRoom } from '#rooms/discovery/room.ts'
import { enquiriesRoom } from '#rooms/enquiries/room.ts'
import { healthRoom } from '#rooms/health/room.ts'
import { inboxRoom } from '#rooms/inbox/room.ts'
import { keysRoom } from '#rooms/keys/room.ts'
import { ledgerRoom } from '#rooms/ledger/room.ts'
import { levelsRoom } from '#rooms/levels/room.ts'
import { listsRoom } from '#rooms/lists/room.ts'
import { mailRoom } from '#rooms/mail/room.ts'
import { membersRoom } from '#rooms/members/room.ts'
import { moneyRoom } from '#rooms/money/room.ts'
import { noticesRoom } from '#rooms/notices/room.ts'
import { ordersRoom } from '#rooms/orders/room.ts'
import { passkeysRoom } from '#rooms/passkeys/room.ts'
import { passwordsRoom } from '#rooms/passwords/room.ts'
import { paymentsRoom } from '#rooms/payments/room.ts'
import { picturesRoom } from '#rooms/pictures/room.ts'
import { previewsRoom } from '#rooms/previews/room.ts'
import { privacyRoom } from '#rooms/privacy/room.ts'
import { productsRoom } from '#rooms/products/room.ts'
import { reviewsRoom } from '#rooms/reviews/room.ts'
import { searchRoom } from '#rooms/search/room.ts'
import { sessionsRoom } from '#rooms/sessions/room.ts'
import { settingsRoom } from '#rooms/settings/room.ts'
import { staffRoom } from '#rooms/staff/room.ts'
import { ticketsRoom } from '#rooms/tickets/room.ts'
import { totpRoom } from '#rooms/totp/room.ts'
import { vaultRoom } from '#rooms/vault/room.ts'
import { visitsRoom } from '#rooms/visits/room.ts'
import { wishesRoom } from '#rooms/wishes/room.ts'
import { withdrawalsRoom } from '#rooms/withdrawals/room.ts'
import { groundRoom } from './ground-room.ts'

export const ROOMS: readonly AnyRoom[] = [
  groundRoom,
  moneyRoom,
  productsRoom,
  demoRoom,
  addressesRoom,
  alertsRoom,
  auditRoom,
  captchaRoom,
  contentRoom,
  couponsRoom,
  discoveryRoom,
  enquiriesRoom,
  healthRoom,
  inboxRoom,
  keysRoom,
  ledgerRoom,
  levelsRoom,
  listsRoom,
  mailRoom,
  membersRoom,
  noticesRoom,
  ordersRoom,
  passkeysRoom,
  passwordsRoom,
  paymentsRoom,
  picturesRoom,
  previewsRoom,
  privacyRoom,
  reviewsRoom,
  searchRoom,
  sessionsRoom,
  settingsRoom,
  staffRoom,
  ticketsRoom,
  totpRoom,
  vaultRoom,
  visitsRoom,
  wishesRoom,
  withdrawalsRoom,
]
