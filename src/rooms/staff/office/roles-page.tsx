// /office/staff/roles: what each role may do.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Check } from 'lucide-react'
import { officeCall } from '#browser/office-calls.ts'
import { Button } from '#ui/button.tsx'
import { textLinkClass } from '#ui/button-class.ts'
import { Card } from '#ui/card.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Notice } from '#ui/notice.tsx'
import { SkeletonBlock, SkeletonGroup } from '#ui/skeleton.tsx'
import { ActsAbout } from './act.tsx'
import { groupsOf } from './permission-groups.ts'
import { NewRole, RoleActs, type Roles } from './role-acts.tsx'
import { sayPermission, sayRole } from './say-role.ts'
import { useMay, useMe } from './session.ts'
import { StaffTabs } from './staff-tabs.tsx'
import { useTitle } from './title.ts'
import { sayRefusal, useOfficeWords } from './words.ts'

export function RolesPage() {
  const t = useOfficeWords()
  const may = useMay()
  const { data: me } = useMe()
  useTitle(t('staff.roles'), me?.shop)
  const { data, error, refetch } = useQuery({
    queryKey: ['roles'],
    queryFn: ({ signal }) => officeCall('GET /office/roles', {}, { signal }),
    refetchInterval: 10_000,
  })
  const canChange = may('staff.write') && !me?.isDemo
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h1 className="text-2xl">{t('staff.roles')}</h1>
        {canChange && <NewRole />}
      </div>
      <StaffTabs />
      {me?.isDemo && <Notice className="mt-4">{t('staff.demoOnly')}</Notice>}
      <p className="mt-3 max-w-3xl text-sm text-muted">{t('staff.rolesIntro')}</p>
      {data ? (
        <>
          <Matrix roles={data} />
          <ul className="mt-6 grid gap-4 lg:grid-cols-2">
            {data.roles.map((role) => (
              <Role key={role.name} role={role} roles={data} canChange={canChange && role.name !== me?.role} />
            ))}
          </ul>
        </>
      ) : error ? (
        <ErrorState
          title={sayRefusal(t, error)}
          retry={<Button onClick={() => void refetch()}>{t('frame.again')}</Button>}
        />
      ) : (
        <SkeletonGroup label={t('frame.loading')} className="mt-4">
          <SkeletonBlock className="h-72" />
        </SkeletonGroup>
      )}
    </>
  )
}

/** For wide screens; on a phone each role says below what it may do. */
function Matrix({ roles: { permissions, roles } }: { roles: Roles }) {
  const t = useOfficeWords()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways is scrolled by keys, too
    <section aria-label={t('staff.matrix')} tabIndex={0} className="relative mt-4 overflow-x-auto max-md:hidden">
      <table className="w-full border-collapse text-sm">
        <caption className="sr-only">{t('staff.matrix')}</caption>
        <thead>
          <tr className="border-b border-line text-muted *:px-2 *:py-2 *:font-medium">
            <th scope="col" className="text-start">
              {t('staff.permission')}
            </th>
            {roles.map(({ name }) => (
              <th key={name} scope="col" className="max-w-32 break-words">
                <bdi>{sayRole(t, name)}</bdi>
              </th>
            ))}
          </tr>
        </thead>
        {groupsOf(t, permissions).map(({ title, permissions: group }) => (
          <tbody key={title}>
            <tr>
              <th scope="rowgroup" colSpan={roles.length + 1} className="px-2 pt-4 pb-1 text-start font-semibold">
                {title}
              </th>
            </tr>
            {group.map((permission) => (
              <tr key={permission} className="border-b border-line *:px-2 *:py-2 hover:bg-tint">
                <th scope="row" className="min-w-56 text-start font-normal">
                  {sayPermission(t, permission)}
                </th>
                {roles.map((role) => (
                  <td key={role.name} className="text-center">
                    {role.permissions.includes(permission) ? (
                      <Check size={18} className="inline text-good" aria-label={t('audit.yes')} />
                    ) : (
                      <span className="text-muted">
                        <span aria-hidden="true">–</span>
                        <span className="sr-only">{t('audit.no')}</span>
                      </span>
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </section>
  )
}

interface RoleProps {
  role: Roles['roles'][number]
  roles: Roles
  canChange: boolean
}

function Role({ role, roles, canChange }: RoleProps) {
  const t = useOfficeWords()
  const { name, people, permissions } = role
  return (
    <Card as="li" padding="none" className="min-w-0 p-4 sm:p-5" data-role={name}>
      <h2 className="text-lg break-words">
        <bdi>{sayRole(t, name)}</bdi>
      </h2>
      <p className="mt-1 text-sm">
        <Link to="/staff" search={{ role: name }} className={textLinkClass}>
          {t('staff.peopleOf', { count: people })}
        </Link>
      </p>
      {name === 'owner' ? (
        <p className="mt-3 text-sm text-muted">{t('staff.ownerMay')}</p>
      ) : (
        <Disclosure summary={t('staff.mayCount', { count: permissions.length })} className="mt-2">
          {permissions.length === 0 ? (
            <p className="text-sm text-muted">{t('staff.mayNothing')}</p>
          ) : (
            <ul className="grid list-disc gap-1 ps-5 text-sm">
              {permissions.map((permission) => (
                <li key={permission}>{sayPermission(t, permission)}</li>
              ))}
            </ul>
          )}
        </Disclosure>
      )}
      {canChange && name !== 'owner' && (
        <ActsAbout value={`role ${name}`}>
          <RoleActs role={role} all={roles.permissions} />
        </ActsAbout>
      )}
    </Card>
  )
}
