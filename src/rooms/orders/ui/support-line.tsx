import { getRouteApi } from '@tanstack/react-router'
import { useWords } from '#platform/i18n/messages.ts'
import { textLinkClass } from '#ui/button-class.ts'

const root = getRouteApi('__root__')

/** Whom to write to, with the order's number already in the subject. */
export function SupportLine({ orderNo }: { orderNo?: string }) {
  const t = useWords()
  const { email } = root.useLoaderData().website
  const subject = orderNo ? `?subject=${encodeURIComponent(orderNo)}` : ''
  return (
    <p className="mt-2 text-center text-sm text-muted">
      {t('order.support')}{' '}
      <a href={`mailto:${email}${subject}`} className={textLinkClass}>
        <bdi>{email}</bdi>
      </a>
    </p>
  )
}
