// What becomes of levels that two people change at once: each field that one of them touched is as he left it.
import type { Level } from './setting.ts'

const FIELDS = ['name', 'growth', 'discount'] as const

/**
 * `begun`: what the question began with; `now`: what is there; `typed`: by place, the rows of `begun` and behind them new ones,
 * without a name none. Answers what is there now, with what was touched put on top of it.
 */
export function putLevels(
  begun: readonly Level[],
  now: readonly Level[],
  typed: readonly (Level | undefined)[],
): Level[] {
  const there = findAgain(begun, now)
  if (isSame(begun, now)) return typed.filter((level) => level !== undefined)
  const kept = new Map(now.entries())
  const added: Level[] = []
  for (const [place, level] of typed.entries()) {
    const [was, at] = [begun[place], there[place]]
    if (!was || !level) {
      if (at !== undefined) kept.delete(at)
      else if (level) added.push(level)
    } else if (!isSame(was, level)) {
      if (at === undefined) added.push(level)
      else kept.set(at, { ...now[at]!, ...touchedIn(was, level) })
    }
  }
  return [...kept.values(), ...added].sort((a, b) => a.growth - b.growth)
}

/** By place in `begun`, the place in `now`: the row of the same name, else, when it was renamed, the one of the same growth. */
export function findAgain(begun: readonly Level[], now: readonly Level[]): (number | undefined)[] {
  const taken = new Set<number>()
  const find = (is: (level: Level) => boolean) => {
    const at = now.findIndex((level, n) => !taken.has(n) && is(level))
    if (at < 0) return
    taken.add(at)
    return at
  }
  const named = begun.map(({ name }) => find((level) => level.name === name))
  return begun.map(({ growth }, n) => named[n] ?? find((level) => level.growth === growth))
}

function touchedIn(was: Level, typed: Level): Partial<Level> {
  return Object.fromEntries(FIELDS.filter((field) => typed[field] !== was[field]).map((field) => [field, typed[field]]))
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
