// What is done to a method as a whole: offered or not, tried, added.

import { useMutation } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { Act } from '#rooms/staff/office/act.tsx'
import { actCall } from '#rooms/staff/office/act-call.ts'
import { sayRefusal, useOfficeWords } from '#rooms/staff/office/words.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { toast } from '#ui/toast.ts'
import type { Method, Methods } from './method.ts'

export function OnOrOff({ method: { id, name, state, asksAcceptance, seen } }: { method: Method }) {
  const t = useOfficeWords()
  if (state !== 'off' && state !== 'notAccepted')
    return (
      <Act
        size="sm"
        label={t('methods.acts.disable')}
        explain={t('methods.acts.disableWhat', { name })}
        seen={seen}
        schema={async () => (await import('#rooms/staff/forms.ts')).ReasonForm}
        send={({ reason }, seenThen) =>
          actCall('POST /office/methods/{id}/disable', { params: { id }, body: { reason, seen: seenThen } })
        }
        done={t('methods.acts.disableDone')}
      />
    )
  return (
    <Act
      size="sm"
      label={t('methods.acts.enable')}
      explain={t('methods.acts.enableWhat', { name })}
      seen={seen}
      schema={async () => (await import('./forms.ts')).EnableForm}
      fields={() =>
        asksAcceptance && (
          <Checkbox name="accepts" value="1">
            {t('methods.accepts')}
          </Checkbox>
        )
      }
      send={({ accepts, reason }, seenThen) =>
        actCall('POST /office/methods/{id}/enable', {
          params: { id },
          body: { accepts: accepts !== undefined, reason, seen: seenThen },
        })
      }
      done={t('methods.acts.enableDone')}
    />
  )
}

/** Moves nothing and is written down nowhere: a press does it. */
export function TryMethod({ method: { id, name } }: { method: Method }) {
  const t = useOfficeWords()
  const trying = useMutation({
    mutationFn: () => actCall('POST /office/methods/{id}/try', { params: { id }, body: {} }, 'error.offline'),
    onSuccess: ({ outcome, code }) =>
      toast({
        message: t(`methods.tried.${outcome}`, { name, code: code ?? '' }),
        tone: outcome === 'answers' ? 'good' : 'bad',
      }),
    onError: (error) => toast({ message: sayRefusal(t, error), tone: 'bad' }),
  })
  return (
    <Button size="sm" variant="ghost" disabled={trying.isPending} onClick={() => trying.mutate()}>
      {t('methods.acts.try')}
    </Button>
  )
}

export function AddMethod({ addable }: Pick<Methods, 'addable'>) {
  const t = useOfficeWords()
  return (
    <Act
      label={t('methods.acts.add')}
      explain={t('methods.acts.addWhat')}
      icon={<Plus size={18} />}
      variant="primary"
      schema={async () => (await import('./forms.ts')).NewMethodForm}
      fields={(field) => (
        <SelectField {...field('code')} label={t('methods.method')} defaultValue="" required>
          <option value="">{t('methods.choose')}</option>
          {addable.map(({ code, name }) => (
            <option key={code} value={code}>
              {name} ({code})
            </option>
          ))}
        </SelectField>
      )}
      send={(body) => actCall('POST /office/methods', { body })}
      done={t('methods.acts.addDone')}
    />
  )
}
