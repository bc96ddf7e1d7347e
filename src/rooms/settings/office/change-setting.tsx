// Another value for a setting, in the control that fits it.

import { Act } from '#rooms/staff/office/act.tsx'
import { actCall } from '#rooms/staff/office/act-call.ts'
import { useTicks } from '#rooms/staff/office/use-ticks.ts'
import { useOfficeWords } from '#rooms/staff/office/words.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { TextField } from '#ui/text-field.tsx'
import type { FormField } from '#ui/use-form.ts'
import { LONGEST_SETTING } from '../limits.ts'
import { ChangeLevels } from './change-levels.tsx'
import { ColourField } from './colour-field.tsx'
import { LEVELS, type Setting, sayChoice, sayRange, sayRefused } from './setting.ts'

export function ChangeSetting({ setting, title, what }: { setting: Setting; title: string; what: string }) {
  const t = useOfficeWords()
  const { key, value, control } = setting
  const explain = (
    <>
      <strong className="block text-ink">{title}</strong>
      {what}
    </>
  )
  if (key === LEVELS) return <ChangeLevels text={value} explain={explain} />
  return (
    <Act
      size="sm"
      label={t('settings.change')}
      explain={explain}
      schema={async () => {
        const { NumberForm, SettingForm, SomeForm } = await import('./forms.ts')
        return (
          control.is === 'some' ? SomeForm : control.is === 'number' ? NumberForm : SettingForm
        ) as typeof SettingForm
      }}
      fields={(field) => <Control setting={setting} field={field as (name: string) => FormField} />}
      seen={value}
      send={async ({ value: typed, reason }, seen) =>
        actCall('POST /office/settings/{key}', { params: { key }, body: { value: typed, seen, reason } })
      }
      say={(refusal) => sayRefused(t, setting, refusal)}
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
  if (control.is === 'some')
    return <Some name={key} choices={control.choices} chosen={value.split(',')} field={fieldOf} />
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
  const range = isNumber ? sayRange(t, control) : undefined
  return (
    <TextField
      {...field}
      label={t('settings.value')}
      // What is said already is not said twice.
      hint={field.error === range ? undefined : range}
      inputMode={isNumber ? 'decimal' : undefined}
      defaultValue={value}
      maxLength={isNumber ? 20 : LONGEST_SETTING}
      autoComplete="off"
      required={initial !== ''}
    />
  )
}

interface SomeProps {
  name: string
  choices: readonly string[]
  chosen: readonly string[]
  field: (name: string) => FormField
}

function Some({ name, choices, chosen, field: fieldOf }: SomeProps) {
  const t = useOfficeWords()
  const tick = useTicks(chosen)
  return (
    <fieldset>
      <legend className="sr-only">{t('settings.value')}</legend>
      <div className="grid gap-x-4 sm:grid-cols-2">
        {choices.map((choice, at) => {
          const [field, ticked] = [fieldOf(at === 0 ? 'value' : `value.${choice}`), tick(choice)]
          return (
            <Checkbox
              key={choice}
              {...field}
              name={`some.${choice}`}
              checked={ticked.checked}
              onChange={(event) => {
                ticked.onChange(event)
                field.onChange(event)
              }}
            >
              {sayChoice(t, name, choice)}
            </Checkbox>
          )
        })}
      </div>
    </fieldset>
  )
}
