// What the log can hold: acts and kinds of things that the back office has words for. So nobody writes one that it cannot say.
import type english from '#locales/office/en-US.json'

type Words = (typeof english)['audit']

export type SubjectKind = keyof Words['kinds']

/** `ActOf<'staff'>`: whatever stands behind `staff.`. */
export type ActOf<Noun extends keyof Words['acts']> = keyof Words['acts'][Noun] & string

/** A noun and a verb: `staff.signIn`. */
export type Act = { [Noun in keyof Words['acts']]: `${Noun}.${ActOf<Noun>}` }[keyof Words['acts']]
