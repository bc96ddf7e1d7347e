// What other rooms may ask about who works here.
export type { Waiting } from './in-his-name.ts'
export { holdRights, whoMay } from './people-store.ts'
export { endAllStaffSessions } from './session-store.ts'
export { STAFF_LETTERS } from './told.ts'
