import { useMemberWords } from '#rooms/members/ui/words.ts'
import { Notice } from '#ui/notice.tsx'
import { dollars } from './dollars.ts'

/** A balance below zero, in words, and the way out of it (decision C9). */
export function DebtNotice({ balance }: { balance: number }) {
  const t = useMemberWords()
  if (balance >= 0) return null
  return <Notice tone="bad">{t('topUp.debt', { amount: `\u2066${dollars(-balance)}\u2069` })}</Notice>
}
