// The mail that tells the operator. In English, like his log and his documents.
import { escapeMarkup } from '#platform/markup.ts'
import { type AlertTexts, whatToDo } from './kinds.ts'
import type { UntoldAlert } from './store.ts'

/** How many of one kind a mail spells out. */
export const SPELLED_OUT = 50

/** As the outbox keeps them until the mail is written: the alerts as JSON, and how many there are with those left out. */
export type AlertMailData = { kind: string; count: string; alerts: string }

export function alertMailData(kind: string, alerts: readonly UntoldAlert[]): AlertMailData {
  return { kind, count: String(alerts.length), alerts: JSON.stringify(alerts.slice(0, SPELLED_OUT)) }
}

export function writeAlertMail(data: Record<string, string>, shopName: string, texts: AlertTexts) {
  const { kind, count, alerts } = data as AlertMailData
  const told = JSON.parse(alerts) as UntoldAlert[]
  const entries = told.map((alert) =>
    [
      alert.orderNo ? `Order ${alert.orderNo}` : alert.subject,
      `  since ${alert.at}${alert.count > 1 ? `, ${alert.count} times, last ${alert.lastAt}` : ''}`,
      ...Object.entries(alert.details).map(([name, value]) => `  ${name}: ${oneLine(value)}`),
    ].join('\n'),
  )
  const more = Number(count) - told.length
  const text = [
    `${kind}: ${whatToDo(texts, kind)}`,
    ...entries,
    ...(more > 0 ? [`and ${more} more in the table alerts`] : []),
    'What is settled gets resolved_at in the table alerts; until then a repetition only counts up.',
    shopName,
  ].join('\n\n')
  return {
    subject: `[${shopName}] ${told.some((alert) => alert.money) ? 'Money: ' : ''}${kind}${Number(count) > 1 ? ` (${count})` : ''}`,
    text,
    html: `<!doctype html><html lang="en"><meta charset="utf-8"><title>${escapeMarkup(kind)}</title><pre style="font:14px/1.5 ui-monospace,monospace;white-space:pre-wrap">${escapeMarkup(text)}</pre></html>`,
  }
}

function oneLine(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.replace(/\s+/g, ' ').slice(0, 300)
}
