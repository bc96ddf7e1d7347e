import type { ReactNode } from 'react'
import { formatMoney, fromMajor } from '#platform/money.ts'
import { Card } from '#ui/card.tsx'
import { Progress } from '#ui/progress.tsx'
import type { User } from '../schemas.ts'
import { FactList } from './fact-list.tsx'
import { levelName } from './level-name.ts'
import { sayMoment } from './moment.ts'
import { sayNumber } from './number.ts'
import { useMemberWords } from './words.ts'

/** The card that the specification shows: address, level, points, discount, growth, balance, and when he was here last. */
export function AccountSummary({ user }: { user: User }) {
  const t = useMemberWords()
  const isTop = user.uexp >= user.upgradeExp
  const facts: [string, ReactNode][] = [
    [t('nav.balance'), formatMoney(fromMajor(user.amount), '$')],
    [t('account.points'), sayNumber(user.uintegral, t.tag)],
    [t('account.discount'), `${sayNumber(user.discount, t.tag)} %`],
    [t('account.lastTime'), user.lastTime ? sayMoment(user.lastTime, t.tag) : t('account.never')],
    [t('account.lastIp'), user.lastIp ?? t('account.never')],
  ]
  return (
    <Card as="section" padding="lg">
      <p className="text-lg font-medium wrap-anywhere">
        <bdi>{user.uname}</bdi>
      </p>
      <p className="text-muted wrap-anywhere">
        <bdi>{user.uemail}</bdi>
      </p>
      <div className="mt-5">
        <div className="flex flex-wrap justify-between gap-x-4">
          <span>
            {t('nav.level')}: <strong>{levelName(t, user.title)}</strong>
          </span>
          <span className="figures text-muted">
            {isTop ? t('account.top') : t('account.growthOf', { now: user.uexp, goal: user.upgradeExp })}
          </span>
        </div>
        <Progress
          className="mt-1.5"
          aria-label={t('account.growth')}
          max={user.upgradeExp || 1}
          value={Math.min(user.uexp, user.upgradeExp || 1)}
        />
      </div>
      <FactList facts={facts} className="mt-4" />
    </Card>
  )
}
