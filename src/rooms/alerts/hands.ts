// What other rooms may ask of the alerts.
export { type AlertKind, type AlertTexts, readBy } from './kinds.ts'
export { mailOperator } from './operator-mail.ts'
export {
  forgetDetail,
  openSubjects,
  raiseAlert,
  resolveAlert,
  resolveOthers,
  resolveSilent,
  unmendedSubjects,
} from './store.ts'
