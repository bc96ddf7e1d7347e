// A hint at how soon somebody would guess a password: by how many characters there are and of how many kinds. What is
// really common the server knows.
const KINDS: readonly [RegExp, number][] = [
  [/\p{Ll}/u, 26],
  [/\p{Lu}/u, 26],
  [/\d/, 10],
  [/[^\p{L}\d]/u, 33],
  [/[^\p{ASCII}]/u, 100],
]

export type Strength = 'weak' | 'fair' | 'good'

export function strengthOf(password: string): Strength {
  const signs = KINDS.reduce((sum, [kind, count]) => sum + (kind.test(password) ? count : 0), 0)
  // A sign that is there again, or that follows the one before it (abc, 123), adds next to nothing.
  const points = [...password].map((sign) => sign.codePointAt(0)!)
  const fresh = points.filter(
    (point, at) => points.indexOf(point) === at && Math.abs(point - (points[at - 1] ?? -9)) > 1,
  )
  const bits = (fresh.length + (points.length - fresh.length) / 4) * Math.log2(Math.max(2, signs))
  return bits < 40 ? 'weak' : bits < 60 ? 'fair' : 'good'
}
