// /wholesale and /sale: what the form is for, what happens next, and the form (specification §2).

import { getRouteApi } from '@tanstack/react-router'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { PageMain } from '#browser/page-main.tsx'
import { useWords } from '#platform/i18n/messages.ts'
import { Breadcrumb } from '#ui/breadcrumb.tsx'
import { Card } from '#ui/card.tsx'
import { Notice } from '#ui/notice.tsx'
import type { Kind, RegionOption } from './enquiry.ts'
import { EnquiryForm } from './enquiry-form.tsx'

const root = getRouteApi('__root__')

/** `regions`: countries in the page's language, made where the page is made so that both sides have the same. */
export function EnquiryPage({ kind, regions }: { kind: Kind; regions: RegionOption[] }) {
  const t = useWords()
  const { website } = root.useLoaderData()
  return (
    <PageMain className="shell pt-4 pb-16">
      <Breadcrumb
        label={t('content.breadcrumb')}
        crumbs={[{ label: t('content.home'), href: '/' }, { label: t(`enquiries.${kind}.title`) }]}
      />
      <div className="mt-3 grid grid-cols-1 items-start gap-x-16 gap-y-8 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
        <div>
          <h1 className="text-2xl sm:text-3xl">{t(`enquiries.${kind}.title`)}</h1>
          <p className="mt-2 max-w-[36rem] text-muted md:text-lg">{t(`enquiries.${kind}.intro`)}</p>
          <div className="mt-8 grid grid-cols-1 gap-8 sm:grid-cols-2 lg:grid-cols-1">
            <section>
              <h2 className="text-lg">{t('enquiries.forYou')}</h2>
              <ul className="mt-3 flex flex-col gap-2.5">
                {(['forWhom', 'goods', 'terms'] as const).map((point) => (
                  <li key={point} className="flex gap-2.5 text-balance">
                    <span aria-hidden="true" className="grid size-6 shrink-0 place-items-center text-muted">
                      <Check size={18} />
                    </span>
                    {t(`enquiries.${kind}.${point}`)}
                  </li>
                ))}
              </ul>
            </section>
            <section>
              <h2 className="text-lg">{t('enquiries.next')}</h2>
              <ol className="mt-3 flex flex-col gap-2.5">
                {(['next1', 'next2', 'next3'] as const).map((step, index) => (
                  <Step key={step} number={index + 1}>
                    {t(`enquiries.${kind}.${step}`)}
                  </Step>
                ))}
              </ol>
            </section>
          </div>
        </div>
        <Card padding="none" className="p-5 md:p-8">
          <Notice tone="warn" className="hidden noscript:flex">
            <p>{t('enquiries.noScript', { email: website.email })}</p>
          </Notice>
          <div className="noscript:hidden">
            <EnquiryForm kind={kind} regions={regions} />
          </div>
        </Card>
      </div>
    </PageMain>
  )
}

function Step({ number, children }: { number: number; children: ReactNode }) {
  return (
    <li className="flex gap-2.5 text-balance">
      <span
        aria-hidden="true"
        className="figures grid size-6 shrink-0 place-items-center rounded-full bg-tint text-sm font-medium text-muted"
      >
        {number}
      </span>
      {children}
    </li>
  )
}
