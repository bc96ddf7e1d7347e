// What the operator may say about how often strangers try.
import { type Variables, whole } from '#platform/variables.ts'

const perMinute = (usual: number) => whole(1, 1_000_000).default(usual)

export const VARIABLES: Variables<{
  REGISTRATIONS_PER_MINUTE: number
  FORGOTTEN_PER_MINUTE: number
  ACCOUNT_LINKS_PER_MINUTE: number
}> = {
  name: 'members',
  shape: {
    REGISTRATIONS_PER_MINUTE: perMinute(10),
    FORGOTTEN_PER_MINUTE: perMinute(10),
    ACCOUNT_LINKS_PER_MINUTE: perMinute(30),
  },
  setTogether: [],
  refusals: () => [],
}
