// What is decided once: a review, a withdrawal.
import { Link } from '@tanstack/react-router'
import { LONGEST_REASON } from '#rooms/reviews/rules.ts'
import { Act } from '#rooms/staff/office/act.tsx'
import { actCall } from '#rooms/staff/office/act-call.ts'
import { sayMoment } from '#rooms/staff/office/said.ts'
import { useMay } from '#rooms/staff/office/session.ts'
import { useOfficeWords } from '#rooms/staff/office/words.ts'
import { textLinkClass } from '#ui/button-class.ts'
import { Card } from '#ui/card.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { LONGEST_ANSWER } from '../limits.ts'
import type { About, Item } from './item.ts'

const forms = () => import('../forms.ts')

export function ReviewDecision({ item: { id, seen, score }, about }: { item: Item; about: About<'review'> }) {
  const t = useOfficeWords()
  const may = useMay()
  const decide = (decision: 'published' | 'rejected', seen: number, reason = '') =>
    actCall('POST /office/inbox/review/{id}/decide', { params: { id }, body: { decision, reason, seen } })
  const isPublished = about.decision === 'published'
  return (
    <Card padding="none" className="grid grid-cols-[minmax(0,1fr)] gap-4 p-4 sm:p-5">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm *:odd:text-muted *:even:break-words">
        <dt>{t('inbox.about')}</dt>
        <dd>{about.product ? <bdi>{about.product.name}</bdi> : t('inbox.theShop')}</dd>
        <dt>{t('inbox.rating')}</dt>
        <dd>{t('inbox.score', { score: score ?? 0 })}</dd>
        <dt>{t('inbox.bought')}</dt>
        <dd>{t(about.verified ? 'inbox.yes' : 'inbox.notProven')}</dd>
        <Decided about={about} said={t(`inbox.review.${about.decision}`)} />
      </dl>
      {may('reviews.moderate') && (
        <div className="flex flex-wrap gap-2">
          {!isPublished && (
            <Act
              label={t('inbox.acts.publish')}
              explain={t('inbox.acts.publishWhat')}
              variant="primary"
              schema={async () => (await forms()).PublishForm}
              asksReason={false}
              seen={seen}
              send={(_typed, seen) => decide('published', seen)}
              done={t('inbox.acts.published')}
            />
          )}
          {about.decision !== 'rejected' && (
            <Act
              label={t(isPublished ? 'inbox.acts.takeBack' : 'inbox.acts.reject')}
              explain={t('inbox.acts.rejectWhat')}
              variant="danger"
              schema={async () => (await forms()).RejectForm}
              asksReason={false}
              fields={(field) => (
                <TextArea
                  {...field('reason')}
                  label={t('act.reason')}
                  hint={t('inbox.acts.writerReads')}
                  rows={3}
                  maxLength={LONGEST_REASON}
                  required
                />
              )}
              seen={seen}
              send={({ reason }, seen) => decide('rejected', seen, reason)}
              done={t('inbox.acts.rejected')}
            />
          )}
        </div>
      )}
    </Card>
  )
}

export function WithdrawalDecision({ item, about }: { item: Item; about: About<'withdrawal'> }) {
  const t = useOfficeWords()
  const may = useMay()
  const { id, seen } = item
  const decide = (decision: 'accepted' | 'refused', text: string, seen: number) =>
    actCall('POST /office/inbox/withdrawal/{id}/decide', { params: { id }, body: { decision, text, seen } })
  return (
    <Card padding="none" className="grid grid-cols-[minmax(0,1fr)] gap-4 p-4 sm:p-5">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm *:odd:text-muted *:even:break-words">
        <dt>{t('inbox.orderTyped')}</dt>
        <dd>
          <bdi>{about.orderNo}</bdi>
        </dd>
        <dt>{t('inbox.order')}</dt>
        <dd>
          <OrderOf about={about} />
        </dd>
        <dt>{t('inbox.scope')}</dt>
        <dd className="whitespace-pre-wrap">{about.scope ? <bdi>{about.scope}</bdi> : t('inbox.wholeOrder')}</dd>
        <dt>{t('inbox.due')}</dt>
        <dd>{sayMoment(t, about.dueAt)}</dd>
        <Decided
          about={about}
          said={about.decision ? t(`inbox.withdrawal.${about.decision}`) : t('inbox.withdrawal.handled')}
        />
      </dl>
      {about.decidedAt === null && may('inbox.answer') && (
        <div className="flex flex-wrap gap-2">
          <Act
            label={t('inbox.acts.accept')}
            explain={t('inbox.acts.acceptWhat')}
            variant="primary"
            schema={async () => (await forms()).AcceptForm}
            asksReason={false}
            fields={(field) => (
              <TextArea
                {...field('text')}
                label={t('inbox.message')}
                hint={t('inbox.acts.inMail')}
                rows={4}
                maxLength={LONGEST_ANSWER}
              />
            )}
            seen={seen}
            send={({ text }, seen) => decide('accepted', text, seen)}
            done={t('inbox.acts.accepted')}
          />
          <Act
            label={t('inbox.acts.refuse')}
            explain={t('inbox.acts.refuseWhat')}
            variant="danger"
            schema={async () => (await forms()).RefuseForm}
            asksReason={false}
            fields={(field) => (
              <TextArea
                {...field('text')}
                label={t('act.reason')}
                hint={t('inbox.acts.inMail')}
                rows={4}
                maxLength={LONGEST_ANSWER}
                required
              />
            )}
            seen={seen}
            send={({ text }, seen) => decide('refused', text, seen)}
            done={t('inbox.acts.refused')}
          />
        </div>
      )}
    </Card>
  )
}

function OrderOf({ about: { order } }: { about: About<'withdrawal'> }) {
  const t = useOfficeWords()
  const may = useMay()
  if (!order) return t('inbox.noOrder')
  const status = `orders.status.${order.status}`
  const said = t.knows(status) ? t(status) : order.status
  return (
    <>
      {may('orders.read') ? (
        <Link to="/orders/$id" params={{ id: order.id }} className={`${textLinkClass} font-mono`}>
          {order.orderNo}
        </Link>
      ) : (
        <span className="font-mono">{order.orderNo}</span>
      )}{' '}
      <span className="text-muted">({said})</span>
    </>
  )
}

function Decided({
  about: { decidedAt, decidedBy, reason },
  said,
}: {
  about: About<'review' | 'withdrawal'>
  said: string
}) {
  const t = useOfficeWords()
  if (decidedAt === null) return null
  return (
    <>
      <dt>{t('inbox.decided')}</dt>
      <dd>
        {said}, {sayMoment(t, decidedAt)}
        {decidedBy && (
          <>
            , <bdi>{decidedBy}</bdi>
          </>
        )}
        {reason && <bdi className="block whitespace-pre-wrap">{reason}</bdi>}
      </dd>
    </>
  )
}
