import { useWords } from '#platform/i18n/messages.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { TextField } from '#ui/text-field.tsx'
import { MOST } from '../limits.ts'
import type { Kind, RegionOption } from './enquiry.ts'
import { EnquirySent } from './enquiry-sent.tsx'
import { RegionField } from './region-field.tsx'
import { useEnquiryForm } from './use-enquiry-form.ts'

export function EnquiryForm({ kind, regions }: { kind: Kind; regions: RegionOption[] }) {
  const enquiry = useEnquiryForm(kind)
  if (enquiry.sent)
    return <EnquirySent kind={kind} enquiry={enquiry.sent} regions={regions} onAnother={enquiry.writeAnother} />
  return <EnquiryFields form={enquiry.form} failure={enquiry.failure} kind={kind} regions={regions} />
}

type EnquiryFieldsProps = Pick<ReturnType<typeof useEnquiryForm>, 'form' | 'failure'> & {
  kind: Kind
  regions: RegionOption[]
}

function EnquiryFields({ form, failure, kind, regions }: EnquiryFieldsProps) {
  const t = useWords()
  const wholesale = kind === 'wholesale'
  const email = {
    type: 'email',
    dir: 'ltr',
    inputMode: 'email',
    spellCheck: false,
    required: true,
  } as const
  const optional = t('enquiries.optional')
  return (
    <form {...form.props} aria-labelledby="enquiry-title" className="grid gap-5 sm:grid-cols-2">
      <h2 id="enquiry-title" className="text-xl sm:col-span-2">
        {t(`enquiries.${kind}.formTitle`)}
      </h2>
      <TextField
        {...form.field('fillname')}
        label={t('enquiries.name')}
        autoComplete="name"
        maxLength={MOST.line}
        required
        className="sm:col-span-2"
      />
      <TextField
        {...form.field('email')}
        {...email}
        label={t('enquiries.email')}
        hint={t('enquiries.emailHint')}
        autoComplete="email"
        maxLength={MOST.line}
      />
      <TextField
        {...form.field('confirmEmail')}
        {...email}
        label={t('enquiries.confirmEmail')}
        autoComplete="off"
        maxLength={MOST.line}
      />
      {wholesale && (
        <TextField
          {...form.field('skype' as never)}
          label={t('enquiries.skype')}
          aside={optional}
          autoComplete="off"
          maxLength={MOST.line}
        />
      )}
      <RegionField
        {...form.field('region')}
        label={t('enquiries.region')}
        aside={wholesale && optional}
        required={!wholesale}
        regions={regions}
        className={wholesale ? '' : 'sm:col-span-2'}
      />
      <TextArea
        {...form.field('message')}
        label={t(`enquiries.${kind}.message`)}
        hint={t(`enquiries.${kind}.messageHint`)}
        aside={wholesale && optional}
        maxLength={wholesale ? MOST.message : MOST.description}
        required={!wholesale}
        rows={wholesale ? 3 : 6}
        className="sm:col-span-2"
      />
      <div className="flex flex-col gap-5 sm:col-span-2">
        {failure && (
          <Notice tone="bad" live>
            {failure}
          </Notice>
        )}
        <Button
          type="submit"
          variant="primary"
          size="lg"
          className="sm:self-start"
          loading={form.sending}
          loadingLabel={t('enquiries.sending')}
        >
          {t(`enquiries.${kind}.send`)}
        </Button>
      </div>
    </form>
  )
}
