// Another value for a setting, in the control that fits it.

import { Act } from '#rooms/staff/office/act.tsx'
import { actCall } from '#rooms/staff/office/act-call.ts'
import { type TranslateOffice, useOfficeWords } from '#rooms/staff/office/words.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { TextField } from '#ui/text-field.tsx'
import type { FormField } from '#ui/use-form.ts'
import { LONGEST_SETTING } from '../limits.ts'
import { ColourField } from './colour-field.tsx'
import { LevelFields } from './level-fields.tsx'
import { LEVELS, type Setting, sayChoice } from './setting.ts'

export function ChangeSetting({ setting, title, what }: { setting: Setting; title: string; what: string }) {
  const t = useOfficeWords()
  const { key, value, control } = setting
  return (
    <Act
      size="sm"
      label={t('settings.change')}
      explain={
        <>
          <strong className="block text-ink">{title}</strong>
          {what}
        </>
      }
      schema={async () => {
        const { LevelsForm, SettingForm, SomeForm } = await import('./forms.ts')
        const other = control.is === 'some' ? SomeForm : SettingForm
        return (key === LEVELS ? LevelsForm : other) as typeof SettingForm
      }}
      fields={(field) =>
        key === LEVELS ? (
          <LevelFields text={value} field={field as (name: string) => FormField} />
        ) : (
          <Control setting={setting} field={field as (name: string) => FormField} />
        )
      }
      seen={value}
      send={async ({ value: typed, reason }, seen) =>
        actCall('POST /office/settings/{key}', { params: { key }, body: { value: typed, seen, reason } })
      }
      done={t('settings.done')}
    />
  )
}

function Control({
  setting: { key, value, initial, control },
  field: fieldOf,
}: {
  setting: Setting
  field: (name: string) => FormField
}) {
  const t = useOfficeWords()
  if (control.is === 'some') {
    const chosen = value.split(',')
    return (
      <fieldset>
        <legend className="sr-only">{t('settings.value')}</legend>
        <div className="grid gap-x-4 sm:grid-cols-2">
          {control.choices.map((choice, at) => (
            <Checkbox
              key={choice}
              {...fieldOf(at === 0 ? 'value' : `value.${choice}`)}
              name={`some.${choice}`}
              defaultChecked={chosen.includes(choice)}
            >
              {sayChoice(t, key, choice)}
            </Checkbox>
          ))}
        </div>
      </fieldset>
    )
  }
  const field = fieldOf('value')
  if (control.is === 'flag' || control.is === 'choice') {
    const choices = control.is === 'flag' ? ['1', '0'] : control.choices
    return (
      <SelectField {...field} label={t('settings.value')} defaultValue={value}>
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {control.is === 'flag' ? t(choice === '1' ? 'settings.on' : 'settings.off') : sayChoice(t, key, choice)}
          </option>
        ))}
      </SelectField>
    )
  }
  if (control.is === 'lines')
    return <TextArea {...field} label={t('settings.value')} defaultValue={value} maxLength={LONGEST_SETTING} rows={5} />
  if (control.is === 'colour') return <ColourField field={field} value={value} />
  const isNumber = control.is === 'number'
  return (
    <TextField
      {...field}
      label={t('settings.value')}
      hint={control.is === 'number' ? sayRange(t, control) : undefined}
      inputMode={isNumber ? 'decimal' : undefined}
      defaultValue={value}
      maxLength={isNumber ? 20 : LONGEST_SETTING}
      autoComplete="off"
      required={initial !== ''}
    />
  )
}

const sayRange = (
  t: TranslateOffice,
  { isWhole, least, most, mayBeEmpty }: Extract<Setting['control'], { is: 'number' }>,
) =>
  isWhole
    ? [t('settings.whole', { least, most }), ...(mayBeEmpty ? [t('settings.emptyAsSetUp')] : [])].join(' ')
    : t('settings.decimal')
