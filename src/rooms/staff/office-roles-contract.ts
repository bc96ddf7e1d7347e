// Roles: bundles of permissions. What cannot be done is refused with `staff.refused.…`.
import { z } from 'zod'
import { defineContract } from '#platform/http/contract.ts'
import { LONGEST_REASON, LONGEST_ROLE, MOST_ROLES, OFFICE_PROVED_WITHIN, ROLE_NAME } from './limits.ts'

const reason = z.string().trim().min(1).max(LONGEST_REASON)
const Named = z.object({ name: z.string().max(LONGEST_ROLE) })
const Permissions = z.array(z.string().max(80)).max(500)

export const staffRolesOffice = defineContract({
  'GET /office/roles': {
    summary: `Every role (${MOST_ROLES} at most) with what it may do, and everything that can be allowed. \`owner\` may do all of it.`,
    access: { staff: 'staff.read' },
    data: z.object({
      permissions: z.array(z.string()),
      roles: z.array(
        z.object({
          name: z.string(),
          permissions: z.array(z.string()),
          /** How many people have it. */
          people: z.number(),
          /** For changes of it. */
          seen: z.string(),
        }),
      ),
    }),
  },
  'POST /office/roles': {
    summary: 'A new role, which may do nothing yet',
    access: { staff: 'staff.write' },
    provedWithin: OFFICE_PROVED_WITHIN,
    body: z.object({
      name: z.string().trim().min(1).max(LONGEST_ROLE).regex(ROLE_NAME, 'staff.roleNameWrong'),
      reason,
    }),
    data: z.null(),
  },
  'POST /office/roles/{name}/permissions': {
    summary: 'What it may do from now on: everybody who has it, from his next call',
    access: { staff: 'staff.write' },
    provedWithin: OFFICE_PROVED_WITHIN,
    params: Named,
    body: z.object({ permissions: Permissions, reason, seen: z.string().max(64) }),
    data: z.null(),
  },
  'POST /office/roles/{name}/remove': {
    summary: 'Removes a role that nobody has',
    access: { staff: 'staff.write' },
    provedWithin: OFFICE_PROVED_WITHIN,
    params: Named,
    body: z.object({ reason, seen: z.string().max(64) }),
    data: z.null(),
  },
})

type StaffRolesCalls = typeof staffRolesOffice
declare module '#browser/office-calls.ts' {
  interface OfficeCalls extends StaffRolesCalls {}
}
