import { useWords } from '#platform/i18n/messages.ts'
import { CONTACT } from '#shop/shell/contact.ts'
import { textLinkClass } from '#ui/button-class.ts'

/** Whom to write to, with the order's number already in the subject. */
export function SupportLine({ orderNo }: { orderNo?: string }) {
  const t = useWords()
  const subject = orderNo ? `?subject=${encodeURIComponent(orderNo)}` : ''
  return (
    <p className="mt-2 text-center text-sm text-muted">
      {t('order.support')}{' '}
      <a href={`mailto:${CONTACT.email}${subject}`} className={textLinkClass}>
        <bdi>{CONTACT.email}</bdi>
      </a>
    </p>
  )
}
