import { useEffect, useRef } from 'react'
import { useWords } from '#platform/i18n/messages.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import type { Enquiry, Kind, RegionOption } from './enquiry.ts'

type EnquirySentProps = { kind: Kind; enquiry: Enquiry; regions: RegionOption[]; onAnother: () => void }

/** Takes the form's place, with what was sent: the sender's own copy. */
export function EnquirySent({ kind, enquiry, regions, onAnother }: EnquirySentProps) {
  const t = useWords()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])

  const facts: [string, string | undefined][] = [
    [t('enquiries.name'), enquiry.fillname],
    [t('enquiries.email'), enquiry.email],
    [t('enquiries.skype'), enquiry.skype],
    [t('enquiries.region'), regions.find(({ code }) => code === enquiry.region)?.name],
    [t(`enquiries.${kind}.message`), enquiry.message],
  ]
  return (
    <div>
      <h2 ref={heading} tabIndex={-1} className="text-xl">
        {t('enquiries.sentTitle')}
      </h2>
      <Notice tone="good" live className="mt-4">
        <p>{t('enquiries.sentLine', { email: enquiry.email })}</p>
      </Notice>
      <h3 className="mt-6 text-base">{t('enquiries.copy')}</h3>
      <dl className="mt-2 border-t border-line">
        {facts.map(
          ([label, value]) =>
            value && (
              <div key={label} className="border-b border-line py-2.5">
                <dt className="text-sm text-muted">{label}</dt>
                <dd className="wrap-anywhere whitespace-pre-wrap" dir="auto">
                  {value}
                </dd>
              </div>
            ),
        )}
      </dl>
      <Button className="mt-6" onClick={onAnother}>
        {t('enquiries.another')}
      </Button>
    </div>
  )
}
