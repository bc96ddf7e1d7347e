import { useTranslation } from 'react-i18next'
import { CONTACT } from '#shop/shell/contact.ts'
import { textLinkClass } from '#ui/button-class.ts'

/** Whom to write to, with the order's number already in the subject. */
export function SupportLine({ orderNo }: { orderNo?: string }) {
  const { t } = useTranslation()
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
