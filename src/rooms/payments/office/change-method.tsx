// Other terms for a method: what it asks, of whom, where, and what it is called.
import { actCall } from '#rooms/staff/office/act-call.ts'
import { ChangeAct, type Wire } from '#rooms/staff/office/change-act.tsx'
import { LanguageFields } from '#rooms/staff/office/language-fields.tsx'
import { PositionField } from '#rooms/staff/office/position-field.tsx'
import { useOfficeWords } from '#rooms/staff/office/words.ts'
import { SelectField } from '#ui/select-field.tsx'
import { TextField } from '#ui/text-field.tsx'
import type { Method } from './method.ts'

/** Which types of products; none other is of use, and the server takes any. */
const TYPES = ['all', '0', '1', '2', '0 1', '0 2', '1 2'] as const
const LONGEST_NAME = 60

export function ChangeMethod({ method: { id, name, fields } }: { method: Method }) {
  const t = useOfficeWords()
  return (
    <ChangeAct
      size="sm"
      label={t('settings.change')}
      explain={
        <>
          <strong className="block text-ink">{name}</strong>
          {t('methods.acts.changeWhat')}
        </>
      }
      now={fields}
      asksReason
      schema={async () => (await import('./forms.ts')).MethodForm}
      fields={(wire) => <Fields wire={wire} />}
      save={(changes, reason) => actCall('POST /office/methods/{id}', { params: { id }, body: { changes, reason } })}
      done={t('catalogue.saved')}
    />
  )
}

function Fields({ wire }: { wire: Wire }) {
  const t = useOfficeWords()
  return (
    <>
      <TextField
        {...wire('fee', { hint: t('methods.feeHint') })}
        label={t('methods.fee')}
        inputMode="decimal"
        maxLength={6}
        autoComplete="off"
        required
      />{' '}
      {/* biome-ignore format: one line */}
      <TextField {...wire('currencies', { hint: t('methods.currenciesHint') })} label={t('currencies.title')} maxLength={800} autoComplete="off" required />{' '}
      {/* biome-ignore format: one line */}
      <TextField {...wire('minimum', { hint: t('methods.minimumHint') })} label={t('methods.minimum')} maxLength={800} autoComplete="off" />{' '}
      {/* biome-ignore format: one line */}
      <SelectField {...wire('where')} label={t('methods.where')}>
        {(['everywhere', 'only', 'not'] as const).map((where) => (
          <option key={where} value={where}>
            {t(`methods.wheres.${where}`)}
          </option>
        ))}
      </SelectField>
      <TextField
        {...wire('countries', { hint: t('methods.countriesHint') })}
        label={t('methods.countries')}
        maxLength={1_000}
        autoComplete="off"
      />{' '}
      {/* biome-ignore format: one line */}
      <SelectField {...wire('types')} label={t('methods.types')}>
        {TYPES.map((types) => (
          <option key={types} value={types}>
            {types === 'all' ? t('methods.allTypes') : types.split(' ').map((type) => t(`catalogue.type.${type as '0'}`)).join(', ')} {/* biome-ignore format: one line */}
          </option>
        ))}
      </SelectField>
      <PositionField wire={wire} />
      <TextField
        {...wire('hours', { hint: t('methods.hoursHint') })}
        label={t('methods.hours')}
        inputMode="numeric"
        maxLength={4}
        autoComplete="off"
        required
      />{' '}
      {/* biome-ignore format: one line */}
      <LanguageFields
        wire={wire}
        kind="name"
        labels={{ english: t('methods.name'), others: t('methods.names') }}
        maxLength={LONGEST_NAME}
        mayLack
      />
    </>
  )
}
