/** Longer texts are shown around what was changed in them; the log itself, and its file, have all of it. */
const WHOLE = 200
const BESIDE = 40
const SHOWN = 400

/** Both sides of a change, shortened where they are long: what they begin and end with alike is left out but for some of it. */
export function aroundChange(before: string, after: string): [before: string, after: string] {
  if (before.length <= WHOLE && after.length <= WHOLE) return [before, after]
  const [old, now] = [[...before], [...after]]
  const least = Math.min(old.length, now.length)
  let head = 0
  while (head < least && old[head] === now[head]) head++
  let tail = 0
  while (tail < least - head && old.at(-1 - tail) === now.at(-1 - tail)) tail++
  const from = Math.max(0, head - BESIDE)
  const part = (text: string[]) => {
    const to = Math.min(text.length - Math.max(0, tail - BESIDE), from + SHOWN)
    return `${from > 0 ? '…' : ''}${text.slice(from, to).join('')}${to < text.length ? '…' : ''}`
  }
  return [part(old), part(now)]
}
