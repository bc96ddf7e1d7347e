// Serves the settings: what stands there, and changes by people, which every process hears of.
import type { Database, Queryable, Transaction } from '#platform/database/database.ts'
import { invalid, notFound, refused } from '#platform/http/errors.ts'
import { type Handlers, serves } from '#platform/http/serve.ts'
import { type AnySetting, type Control, controlOf, type Setting } from '#platform/settings/define.ts'
import type { Settings } from '#platform/settings/settings.ts'
import { lockedTexts, nameActor, storedSettings, writeSetting } from '#platform/settings/write.ts'
import { audit, whoAsks } from '#rooms/audit/hands.ts'
import { settingsOffice } from './office.ts'

export function settingsOfficeCalls({ db, settings }: { db: Database; settings: Settings }) {
  return serves(settingsOffice, {
    'GET /office/settings': async () => {
      const { declared } = settings
      const stored = await storedSettings(
        db,
        declared.map(({ key }) => key),
      )
      const controls = await Promise.all(declared.map((setting) => controlNow(db, setting)))
      return declared.map((setting, at) => {
        const row = stored.find(({ key }) => key === setting.key)
        return {
          key: setting.key,
          value: row?.value ?? setting.initial,
          initial: setting.initial,
          control: controls[at]!,
          changedAt: row?.changedAt?.toISOString() ?? null,
          changedBy: row?.changedBy ?? null,
        }
      })
    },

    'POST /office/settings/{key}': async ({ params: { key }, body: { value, seen, reason } }, caller) => {
      const setting = settings.declared.find((one) => one.key === key)
      if (!setting) throw notFound()
      if (!setting.schema.safeParse(value).success)
        throw invalid([{ path: 'value', message: 'settings.wrong' }], { control: await controlNow(db, setting) })
      const pairs = pairsOf(settings.declared, setting)
      const by = whoAsks(caller)
      return db.transaction(async (tx) => {
        const textOf = await lockedTexts(tx, [setting, ...pairs.flat()])
        const before = textOf(setting)
        if (before !== seen) throw refused('settings.refused.changed')
        if (before === value) return { value }
        await refuseUnfit(tx, setting, value)
        refuseCrossed(pairs, (one) => (one === setting ? value : textOf(one)))
        await nameActor(tx, by.email)
        await writeSetting(tx, setting, value)
        await audit(tx, {
          ...{ by, act: 'setting.change', subject: { kind: 'setting', id: key }, reason },
          ...{ before: { value: before }, after: { value } },
        })
        return { value }
      })
    },
  } satisfies Handlers<typeof settingsOffice>)
}

async function controlNow(db: Queryable, setting: AnySetting): Promise<Control> {
  return setting.choices ? { is: 'choice', choices: await setting.choices(db) } : controlOf(setting)
}

/** What the setting may hold, and not beside what else stands in the database. */
async function refuseUnfit(tx: Transaction, setting: AnySetting, value: string): Promise<void> {
  if (setting.choices && !(await setting.choices(tx)).includes(value)) throw refused('settings.refused.choice')
  const why = await setting.refuses?.(setting.schema.parse(value), tx)
  if (why !== undefined) throw refused(why)
}

type Pair = [lower: Setting<number>, upper: Setting<number>]

/** Of which settings the first may not be above the second, and this is one. */
const pairsOf = (declared: readonly AnySetting[], setting: AnySetting): Pair[] =>
  declared
    .flatMap((lower) => (lower.notAbove ?? []).map((upper): Pair => [lower, upper]))
    .filter((pair) => pair.includes(setting))

function refuseCrossed(pairs: readonly Pair[], textOf: (setting: Setting<number>) => string): void {
  for (const [lower, upper] of pairs) {
    const [lowest, highest] = [valueIn(lower, textOf(lower)), valueIn(upper, textOf(upper))]
    if (lowest > highest)
      throw refused('settings.refused.crossed', { lower: lower.key, lowest, upper: upper.key, highest })
  }
}

/** What counts where this stands. */
function valueIn<T>({ schema, initial }: Setting<T>, text: string): T {
  const parsed = schema.safeParse(text)
  return parsed.success ? parsed.data : schema.parse(initial)
}
