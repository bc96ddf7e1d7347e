// /office/staff/…: one person who works here, what he is signed in with, and what happened to him.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { officeCall } from '#browser/office-calls.ts'
import { textLinkClass } from '#ui/button-class.ts'
import { Card } from '#ui/card.tsx'
import { Notice } from '#ui/notice.tsx'
import { Act, ActsAbout } from './act.tsx'
import { actCall } from './act-call.ts'
import { AuditHistory } from './audit-history.tsx'
import { LIVE_MS } from './listing.tsx'
import { Back, backClass, OneThing } from './one-thing.tsx'
import type { Person } from './person.ts'
import { PersonActs } from './person-acts.tsx'
import { PersonState } from './person-state.tsx'
import { sayMoment, zone } from './said.ts'
import { sayRole } from './say-role.ts'
import { useMay } from './session.ts'
import { SessionList } from './session-list.tsx'
import { useOfficeWords } from './words.ts'

const route = getRouteApi('/frame/staff/$id')

export function PersonPage() {
  const t = useOfficeWords()
  const { id } = route.useParams()
  const person = useQuery({
    queryKey: ['person', id],
    queryFn: ({ signal }) => officeCall('GET /office/staff/{id}', { params: { id } }, { signal }),
    refetchInterval: LIVE_MS,
  })
  return (
    <OneThing
      of={person}
      back={
        <Link to="/staff" className={backClass}>
          <Back>{t('staff.title')}</Back>
        </Link>
      }
      titleOf={({ name, email }) => name || email}
      none={{ title: t('staff.noPerson'), hint: t('staff.noPersonHint') }}
    >
      {(data) => <Shown person={data} />}
    </OneThing>
  )
}

function Shown({ person }: { person: Person }) {
  const t = useOfficeWords()
  const may = useMay()
  const canAct = may('staff.write') && person.cannot === null
  return (
    <>
      <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="min-w-0 text-2xl break-words">
          <bdi>{person.name || person.email}</bdi>
        </h1>
        <PersonState person={person} />
      </div>
      {may('staff.write') && person.cannot && (
        <Notice className="mt-4">
          {t(`staff.why.${person.cannot}`)}
          {person.cannot === 'yourself' && (
            <>
              {' '}
              <Link to="/me" className={textLinkClass}>
                {t('staff.me.title')}
              </Link>
            </>
          )}
        </Notice>
      )}
      {canAct && (
        <ActsAbout value={`person ${person.id}`}>
          <PersonActs person={person} />
        </ActsAbout>
      )}
      <div className="mt-5 grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <Section title={t('staff.account')}>
            <Account person={person} />
          </Section>
          <Section title={t('staff.sessions')}>
            <SessionList
              sessions={person.sessions}
              empty={t(person.isDemo ? 'staff.sessionsOfDemo' : 'staff.noSessions')}
              {...(canAct && { endOne: (sessionId: string) => <EndSessions id={person.id} sessionId={sessionId} /> })}
            />
            {canAct && person.sessions.length > 1 && (
              <p className="mt-4">
                <EndSessions id={person.id} />
              </p>
            )}
          </Section>
        </div>
        <Section title={t('audit.history')}>
          <AuditHistory kind="staff" id={person.id} />
          {may('audit.read') && (
            <p className="mt-4 text-sm">
              <Link to="/audit" search={{ person: person.id }} className={textLinkClass}>
                {t('staff.whatHeDid')}
              </Link>
            </p>
          )}
        </Section>
      </div>
    </>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card padding="none" className="min-w-0 p-4 sm:p-5">
      <h2 className="text-lg">{title}</h2>
      {children}
    </Card>
  )
}

function Account({ person }: { person: Person }) {
  const t = useOfficeWords()
  const { email, role, hasApp, recoveryCodes, madeAt, activeAt } = person
  return (
    <>
      <dl className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-sm *:odd:text-muted">
        <dt>{t('door.email')}</dt>
        <dd className="break-all">
          <bdi>{email}</bdi>
        </dd>
        <dt>{t('staff.role')}</dt>
        <dd className="break-words">
          <bdi>{sayRole(t, role)}</bdi>
        </dd>
        <dt>{t('staff.factor')}</dt>
        <dd>{hasApp ? t('staff.appAndCodes', { count: recoveryCodes }) : t('staff.none')}</dd>
        <dt>{t('staff.since')}</dt>
        <dd>
          <time dateTime={madeAt}>{sayMoment(t, madeAt)}</time>
        </dd>
        <dt>{t('staff.active')}</dt>
        <dd>{activeAt ? <time dateTime={activeAt}>{sayMoment(t, activeAt)}</time> : t('staff.never')}</dd>
      </dl>
      <p className="mt-3 text-xs text-muted">{t('order.zone', { zone: zone() })}</p>
    </>
  )
}

function EndSessions({ id, sessionId }: { id: string; sessionId?: string }) {
  const t = useOfficeWords()
  return (
    <Act
      size="sm"
      label={t(sessionId ? 'staff.endSession' : 'staff.endAll')}
      explain={t('staff.endWhat')}
      schema={async () => (await import('../forms.ts')).ReasonForm}
      send={({ reason }) =>
        actCall('POST /office/staff/{id}/sessions/end', { params: { id }, body: { reason, sessionId } })
      }
      done={t('staff.ended')}
    />
  )
}
