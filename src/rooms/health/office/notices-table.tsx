// The rows: a table, and on a phone one notice under another.

import { OrderOf } from '#rooms/staff/office/order-of.tsx'
import { sayMoment } from '#rooms/staff/office/said.ts'
import { sayProvider } from '#rooms/staff/office/say-provider.ts'
import { type TranslateOffice, useOfficeWords } from '#rooms/staff/office/words.ts'
import { Badge, type BadgeTone } from '#ui/badge.tsx'
import type { Notice } from './health.ts'

const TONES: Record<Notice['state'], BadgeTone> = {
  open: 'warn',
  agreed: 'good',
  contradicted: 'bad',
  foreign: 'plain',
}

/** What it says of the money; of what has no words yet, its name. */
function saySays(t: TranslateOffice, says: string): string {
  const key = `health.notices.says.${says}`
  return t.knows(key) ? t(key) : says
}

export function NoticesTable({ rows }: { rows: readonly Notice[] }) {
  const t = useOfficeWords()
  return (
    <>
      <table className="mt-3 w-full border-collapse text-sm max-md:hidden">
        <caption className="sr-only">{t('health.notices.title')}</caption>
        <thead>
          <tr className="border-b border-line text-start text-muted *:px-2 *:py-2 *:text-start *:font-medium">
            <th scope="col">{t('health.notices.received')}</th>
            <th scope="col">{t('health.notices.provider')}</th>
            <th scope="col">{t('health.notices.notice')}</th>
            <th scope="col">{t('health.order')}</th>
            <th scope="col">{t('health.notices.became')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((notice) => (
            <tr key={notice.id} className="border-b border-line *:px-2 *:py-2 *:align-top hover:bg-tint">
              <td className="figures whitespace-nowrap text-muted">
                <Received notice={notice} />
              </td>
              <td className="break-words">
                <bdi>{sayProvider(t, notice.provider)}</bdi>
              </td>
              <td className="max-w-72">
                <Said notice={notice} />
              </td>
              <td>
                <OrderOf of={notice} />
              </td>
              <td>
                <Became notice={notice} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <ul className="mt-3 md:hidden">
        {rows.map((notice) => (
          <li key={notice.id} className="grid grid-cols-[minmax(0,1fr)] gap-1 border-b border-line py-3 text-sm">
            <div className="flex items-start justify-between gap-3">
              <span className="min-w-0">
                <Said notice={notice} />
              </span>
              <Became notice={notice} />
            </div>
            <p className="flex flex-wrap justify-between gap-x-3">
              <bdi className="break-words">{sayProvider(t, notice.provider)}</bdi>
              <OrderOf of={notice} />
            </p>
            <div className="figures text-muted">
              <Received notice={notice} />
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}

function Received({ notice: { receivedAt, repeats, lastAt } }: { notice: Notice }) {
  const t = useOfficeWords()
  return (
    <>
      <time dateTime={receivedAt}>{sayMoment(t, receivedAt)}</time>
      {repeats > 0 && (
        <span className="block text-xs">{t('health.notices.again', { count: repeats, at: sayMoment(t, lastAt) })}</span>
      )}
    </>
  )
}

function Said({ notice: { says, kind } }: { notice: Notice }) {
  const t = useOfficeWords()
  return (
    <>
      <span className="block">{saySays(t, says)}</span>
      <bdi className="block font-mono text-xs break-all text-muted">{kind}</bdi>
    </>
  )
}

function Became({ notice: { state, handledAt } }: { notice: Notice }) {
  const t = useOfficeWords()
  return (
    <div className="max-md:text-end">
      <Badge tone={TONES[state]}>{t(`health.notices.states.${state}`)}</Badge>
      {handledAt && <span className="figures mt-1 block text-xs text-muted">{sayMoment(t, handledAt)}</span>}
    </div>
  )
}
