// A currency that was switched off while this page was open: loaded anew, it is in one that the shop sells in. Fetched when a
// call was refused.
import type { CallRefused } from '#browser/calls.ts'
import { mayReload } from '#browser/reload.ts'
import { writeDraft } from '#rooms/orders/ui/checkout-draft.ts'

/** True: the page is being loaded anew, with `coupon` in its field. False also where that has not helped. */
export function leavesCurrency(error: CallRefused, coupon?: string): boolean {
  const isGone = error.errors.some(({ message }) => message === 'pay.currencyGone')
  if (!isGone || !mayReload()) return false
  writeDraft({ ...(coupon && { coupon }), currencyGone: document.documentElement.dataset.currency })
  location.reload()
  return true
}
