// The kinds of alerts, declared by the rooms that raise them. Nothing else can be raised.

/** By kind what it asks of the operator, in the mail that tells it: what happened, and what a person can do. */
export type AlertTexts = Readonly<Record<string, string>>

/** Filled by the rooms, with `declare module`. */
// biome-ignore lint/suspicious/noEmptyInterface: see above
export interface AlertKinds {}

export type AlertKind = keyof AlertKinds

declare module '#platform/room.ts' {
  interface Declarations {
    alerts: Record<string, string>
    /** By kind the permission without which the office shows that there is one, and neither what it is about nor a way to end it. */
    alertDetails: Record<string, string>
  }
}

/** Of any kind that stands in the database, where an earlier version may have written others. */
export function whatToDo(texts: AlertTexts, kind: string): string {
  return Object.hasOwn(texts, kind) ? texts[kind]! : 'docs/operate.md says what to do.'
}

/** All of these kinds are for whoever has this permission. */
export const readBy = (permission: string, ...kinds: readonly AlertKind[]): Record<string, string> =>
  Object.fromEntries(kinds.map((kind) => [kind, permission]))
