// What a mail is about and how it stands, in words.
import { type TranslateOffice, useOfficeWords } from '#rooms/staff/office/words.ts'
import { Badge, type BadgeTone } from '#ui/badge.tsx'
import type { ListedMail } from './health.ts'

/** Of a kind that has no words yet, its name. */
export function sayMail(t: TranslateOffice, template: string): string {
  const key = `health.mails.kinds.${template}`
  return t.knows(key) ? t(key) : template
}

const TONES: Record<ListedMail['state'], BadgeTone> = {
  waiting: 'warn',
  failed: 'bad',
  sent: 'good',
  kept: 'plain',
  lapsed: 'plain',
}

export function MailState({ state }: Pick<ListedMail, 'state'>) {
  const t = useOfficeWords()
  return <Badge tone={TONES[state]}>{t(`health.mails.states.${state}`)}</Badge>
}

export function Recipient({ of: { recipient } }: { of: Pick<ListedMail, 'recipient'> }) {
  const t = useOfficeWords()
  return recipient === null ? <span className="text-muted">{t('health.mails.toHidden')}</span> : <bdi>{recipient}</bdi>
}
