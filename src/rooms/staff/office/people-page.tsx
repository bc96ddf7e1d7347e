// /office/staff: who works here. Its address is its only state.

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { UsersRound } from 'lucide-react'
import { useState } from 'react'
import { officeCall } from '#browser/office-calls.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Notice } from '#ui/notice.tsx'
import { TextField } from '#ui/text-field.tsx'
import { LONGEST_EMAIL } from '../limits.ts'
import { Act } from './act.tsx'
import { actCall } from './act-call.ts'
import { Choices } from './choices.tsx'
import { LinkShown, type MadeLink } from './link-shown.tsx'
import { LIVE_MS, Listing } from './listing.tsx'
import { Pager } from './pager.tsx'
import { PeopleTable } from './people-table.tsx'
import { RoleField } from './role-field.tsx'
import { zone } from './said.ts'
import { sayRole } from './say-role.ts'
import { useMay, useMe } from './session.ts'
import { StaffTabs } from './staff-tabs.tsx'
import { useTitle } from './title.ts'
import { useOfficeWords } from './words.ts'

const route = getRouteApi('/frame/staff')

export function PeoplePage() {
  const t = useOfficeWords()
  const { data: me } = useMe()
  useTitle(t('staff.title'), me?.shop)
  const { role, after } = route.useSearch()
  const list = useQuery({
    queryKey: ['staff', role, after],
    queryFn: ({ signal }) => officeCall('GET /office/staff', { query: { role: role || undefined, after } }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: after === undefined ? LIVE_MS : false,
  })
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h1 className="text-2xl">{t('staff.title')}</h1>
        {list.data && <Invite roles={list.data.roles} />}
      </div>
      <StaffTabs />
      {me?.isDemo && <Notice className="mt-4">{t('staff.demoOnly')}</Notice>}
      {list.data && <RoleFilter roles={list.data.roles} chosen={role} />}
      <Listing list={list}>
        {(data) => (
          <>
            {data.rows.length > 0 ? (
              <PeopleTable rows={data.rows} />
            ) : (
              <EmptyState icon={<UsersRound size={24} />} title={t('staff.nobody')}>
                <p>{t('staff.nobodyHint')}</p>
              </EmptyState>
            )}
            <p className="mt-3 text-xs text-muted">{t('order.zone', { zone: zone() })}</p>
            <Pager
              first={after !== undefined && { to: '/staff', search: { role } }}
              next={Boolean(data.next) && { to: '/staff', search: { role, after: data.next } }}
            />
          </>
        )}
      </Listing>
    </>
  )
}

function RoleFilter({ roles, chosen }: { roles: readonly string[]; chosen: string | undefined }) {
  const t = useOfficeWords()
  return (
    <div className="mt-3">
      <Choices
        label={t('staff.byRole')}
        choices={[undefined, ...roles].map((role) => ({
          key: role ?? '',
          label: role === undefined ? t('frame.all') : sayRole(t, role),
          isChosen: role === (chosen || undefined),
          link: { to: '/staff', search: { role } },
        }))}
      />
    </div>
  )
}

function Invite({ roles }: { roles: readonly string[] }) {
  const t = useOfficeWords()
  const may = useMay()
  const { data: me } = useMe()
  const [made, setMade] = useState<MadeLink>()
  if (!may('staff.write') || me?.isDemo) return null
  return (
    <>
      <Act
        label={t('staff.invite')}
        explain={t('staff.inviteWhat')}
        variant="primary"
        schema={async () => (await import('../forms.ts')).InviteForm}
        fields={(field) => (
          <>
            <TextField
              {...field('email')}
              label={t('door.email')}
              type="email"
              autoComplete="off"
              maxLength={LONGEST_EMAIL}
              required
            />
            <RoleField field={field('role')} roles={roles} chosen="support" />
          </>
        )}
        send={async (body) => setMade({ ...(await actCall('POST /office/staff', { body })), email: body.email })}
        done={t('staff.invited')}
      />
      <LinkShown made={made} onClose={() => setMade(undefined)} />
    </>
  )
}
