// /office/settings/methods: by what one can pay, in the order in which it is offered.
import { useQuery } from '@tanstack/react-query'
import { officeCall } from '#browser/office-calls.ts'
import { SettingsTabs } from '#rooms/settings/office/settings-tabs.tsx'
import { ActsAbout } from '#rooms/staff/office/act.tsx'
import { AuditHistory } from '#rooms/staff/office/audit-history.tsx'
import { LIVE_MS, Listing } from '#rooms/staff/office/listing.tsx'
import { sayMoment } from '#rooms/staff/office/said.ts'
import { useMay, useMe } from '#rooms/staff/office/session.ts'
import { useTitle } from '#rooms/staff/office/title.ts'
import { useNamed } from '#rooms/staff/office/use-named.ts'
import { useOfficeWords } from '#rooms/staff/office/words.ts'
import { Badge, type BadgeTone } from '#ui/badge.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { Notice } from '#ui/notice.tsx'
import { ChangeMethod } from './change-method.tsx'
import type { Method } from './method.ts'
import { AddMethod, OnOrOff, TryMethod } from './method-acts.tsx'

const TONES: Record<Method['state'], BadgeTone> = {
  ...{ offered: 'good', simulated: 'good', off: 'plain', missing: 'warn', notAccepted: 'warn', refusing: 'bad' },
  unknown: 'bad',
}

export function MethodsPage() {
  const t = useOfficeWords()
  const { data: me } = useMe()
  const may = useMay()
  useTitle(t('methods.title'), me?.shop)
  const list = useQuery({
    queryKey: ['methods'],
    queryFn: ({ signal }) => officeCall('GET /office/methods', {}, { signal }),
    refetchInterval: LIVE_MS,
  })
  return (
    <>
      <SettingsTabs />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl">{t('methods.title')}</h1>
        {may('settings.write') && list.data && <AddMethod addable={list.data.addable} />}
      </div>
      <p className="mt-2 max-w-3xl text-sm text-muted">{t('methods.intro')}</p>
      <Listing list={list}>
        {({ rows }) => (
          <ul className="mt-4 max-w-4xl">
            {rows.map((method) => (
              <Row key={method.id} method={method} />
            ))}
          </ul>
        )}
      </Listing>
    </>
  )
}

function Row({ method }: { method: Method }) {
  const t = useOfficeWords()
  const may = useMay()
  const { id, code, name, state, missing, forbiddenIn, changedAt, changedBy } = method
  const named = useNamed('method', id)
  return (
    <li {...named} className="border-b border-line py-4" data-method={code}>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0 flex-1 basis-72">
          <h2 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-base">
            <bdi>{name}</bdi>
            <span className="font-mono text-sm text-muted">{code}</span>
            <Badge tone={TONES[state]}>{t(`methods.states.${state}`)}</Badge>
          </h2>
          <Terms method={method} />
        </div>
        {may('settings.write') && (
          <div className="flex flex-wrap gap-2">
            {method.canTry && <TryMethod method={method} />}
            <ChangeMethod method={method} />
            <ActsAbout value={`method ${method.id}`}>
              <OnOrOff method={method} />
            </ActsAbout>
          </div>
        )}
      </div>
      {missing.length > 0 && state !== 'simulated' && (
        <p className="mt-1 text-sm break-words text-muted">{t('methods.missing', { variables: missing.join(', ') })}</p>
      )}
      {forbiddenIn.length > 0 && (
        <Notice tone="warn" className="mt-2">
          {t('methods.forbidden', { countries: forbiddenIn.join(' ') })}
        </Notice>
      )}
      {changedAt && (
        <Disclosure
          className="mt-1.5 border-none text-xs text-muted"
          summary={
            <>
              {t('settings.changed', { at: sayMoment(t, changedAt) })} <bdi>{changedBy}</bdi>
            </>
          }
        >
          <AuditHistory kind="method" id={String(id)} />
        </Disclosure>
      )}
    </li>
  )
}

function Terms({ method: { fields, forMembers } }: { method: Method }) {
  const t = useOfficeWords()
  const { fee, currencies, minimum, where, countries, types } = fields
  const terms = [
    t('methods.feeOf', { fee: fee ?? '0' }),
    currencies === 'any' ? t('methods.anyCurrency') : String(currencies),
    t(`methods.whereOf.${where as 'everywhere' | 'only' | 'not'}`, { countries: countries ?? '' }),
    ...(minimum ? [t('methods.leastOf', { minimum })] : []),
    ...(types !== 'all' ? [String(types).split(' ').map((type) => t(`catalogue.type.${type as '0'}`)).join(', ')] : []), // biome-ignore format: one line
    ...(forMembers ? [t('methods.forMembers')] : []),
  ]
  return <p className="figures mt-1 text-sm break-words text-muted">{terms.join(' · ')}</p>
}
