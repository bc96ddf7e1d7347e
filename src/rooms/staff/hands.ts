// What other rooms may ask about who works here.
export { endAllStaffSessions } from './session-store.ts'
