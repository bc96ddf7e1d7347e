// The rows: a table, and on a phone one mail under another.
import { Link } from '@tanstack/react-router'
import { moveBetween } from '#rooms/staff/office/list-keys.ts'
import { OrderOf } from '#rooms/staff/office/order-of.tsx'
import { sayMoment } from '#rooms/staff/office/said.ts'
import { useOfficeWords } from '#rooms/staff/office/words.ts'
import { textLinkClass } from '#ui/button-class.ts'
import type { ListedMail } from './health.ts'
import { MailState, Recipient, sayMail } from './mail-said.tsx'

export function MailsTable({ rows }: { rows: readonly ListedMail[] }) {
  const t = useOfficeWords()
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are a shorter way through the links inside
    <div onKeyDown={(event) => moveBetween(event, 'a[data-mail]')}>
      <table className="mt-3 w-full border-collapse text-sm max-md:hidden">
        <caption className="sr-only">{t('health.mails.title')}</caption>
        <thead>
          <tr className="border-b border-line text-start text-muted *:px-2 *:py-2 *:text-start *:font-medium">
            <th scope="col">{t('health.mails.mail')}</th>
            <th scope="col">{t('health.mails.to')}</th>
            <th scope="col">{t('health.order')}</th>
            <th scope="col">{t('orders.statusColumn')}</th>
            <th scope="col">{t('health.mails.made')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((mail) => (
            <tr key={mail.id} className="border-b border-line *:px-2 *:py-2 *:align-top hover:bg-tint">
              <td className="max-w-72">
                <MailLink mail={mail} />
              </td>
              <td className="max-w-72 break-all">
                <Recipient of={mail} />
              </td>
              <td>
                <OrderOf of={mail} />
              </td>
              <td>
                <MailState state={mail.state} />
              </td>
              <td className="figures whitespace-nowrap text-muted">
                <time dateTime={mail.createdAt}>{sayMoment(t, mail.createdAt)}</time>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <ul className="mt-3 md:hidden">
        {rows.map((mail) => (
          <li key={mail.id} className="grid grid-cols-[minmax(0,1fr)] gap-1 border-b border-line py-3 text-sm">
            <p className="flex items-baseline justify-between gap-3">
              <MailLink mail={mail} />
              <MailState state={mail.state} />
            </p>
            <p className="break-all text-muted">
              <Recipient of={mail} />
            </p>
            <p className="figures flex justify-between gap-3 text-muted">
              <time dateTime={mail.createdAt}>{sayMoment(t, mail.createdAt)}</time>
              <OrderOf of={mail} />
            </p>
          </li>
        ))}
      </ul>
    </div>
  )
}

function MailLink({ mail: { id, template } }: { mail: ListedMail }) {
  const t = useOfficeWords()
  return (
    <Link
      to="/health/mails/$id"
      params={{ id }}
      data-mail={id}
      className={`${textLinkClass} inline-block min-h-6 max-w-full font-medium break-words`}
    >
      {sayMail(t, template)}
    </Link>
  )
}
