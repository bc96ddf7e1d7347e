// What this room tells the operator: each kind with what happened and what a person can do. docs/operate.md has the same.
import { type AlertTexts, readBy } from '#rooms/alerts/hands.ts'

export const ALERTS = {
  'staff.codesGuessed':
    'Somebody knows the password of this person who works here, and has typed 20 wrong codes of the second step within ten minutes. Nobody got in; codes are looked at only in other browsers that the person has used before. Ask the person to choose another password at once, in such a browser or with a new link of yours, and where else the old one was used. It ends by itself with the new password.',
} as const satisfies AlertTexts

export const ALERT_DETAILS = readBy('staff.read', 'staff.codesGuessed')

type Own = typeof ALERTS
declare module '#rooms/alerts/kinds.ts' {
  interface AlertKinds extends Own {}
}
