import { useLocation } from '@tanstack/react-router'
import { PenLine } from 'lucide-react'
import { type ComponentType, lazy, Suspense, useState } from 'react'
import { keptOnceOnline } from '#browser/when-wanted.ts'
import { useWords } from '#platform/i18n/messages.ts'
import { Button } from '#ui/button.tsx'
import { textLinkClass } from '#ui/button-class.ts'
import { UiLink } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { SkeletonBlock, SkeletonGroup } from '#ui/skeleton.tsx'
import type { ReviewFormProps } from './review-form.tsx'
import { useRefusal } from './use-refusal.ts'

// The form and its checks are fetched when somebody means to write.
const fetchForm = keptOnceOnline(() => import('./review-form.tsx'))
const LazyForm = lazy(fetchForm)

type WriteReviewProps = {
  pid: number
  /** On the page that is about writing: the form is there at once, in the server's HTML too. */
  form?: ComponentType<ReviewFormProps>
  /** The review is in the list now. */
  onPublished: () => void
}

/** The form, or why there is none (specification §4: closed, or for members only). */
export function WriteReview({ pid, form, onPublished }: WriteReviewProps) {
  const t = useWords()
  const [open, setOpen] = useState(form !== undefined)
  const [sent, setSent] = useState<'published' | 'pending'>()
  const refusal = useRefusal()
  if (refusal) return <Notice>{refusal === 'message.loginFirst' ? <LogInFirst /> : t(refusal)}</Notice>
  if (sent) {
    return (
      <div ref={leadTo} tabIndex={-1} className="rounded-card">
        <Notice tone="good" title={t('message.submit')}>
          {t(sent === 'pending' ? 'feedback.pending' : 'feedback.published')}
        </Notice>
      </div>
    )
  }
  if (!open) {
    return (
      <>
        <Button
          icon={<PenLine size={18} aria-hidden="true" />}
          onPointerEnter={fetchForm}
          onFocus={fetchForm}
          onClick={() => setOpen(true)}
          className="noscript:hidden"
        >
          {t('feedback.write')}
        </Button>
        <NeedsScript />
      </>
    )
  }
  const Form = form ?? LazyForm
  return (
    <>
      <div className="noscript:hidden">
        <Suspense
          fallback={
            <SkeletonGroup label={t('feedback.formLoading')} className="grid gap-5">
              <SkeletonBlock className="h-18" />
              <SkeletonBlock className="h-18" />
              <SkeletonBlock className="h-36" />
            </SkeletonGroup>
          }
        >
          <Form
            pid={pid}
            takesFocus={!form}
            onSent={(state) => {
              setSent(state)
              if (state === 'published') onPublished()
            }}
            onCancel={form ? undefined : () => setOpen(false)}
          />
        </Suspense>
      </div>
      <NeedsScript />
    </>
  )
}

/** The form that had the focus is gone, and what stood below it has moved up. */
function leadTo(notice: HTMLElement | null): void {
  notice?.focus({ preventScroll: true })
  notice?.scrollIntoView({ block: 'center' })
}

/** And back to here. */
function LogInFirst() {
  const t = useWords()
  const here = useLocation({ select: ({ href }) => href })
  return (
    <>
      {t('message.loginFirst')}{' '}
      <UiLink href={`/login?to=${encodeURIComponent(here)}`} className={textLinkClass}>
        {t('shell.logIn')}
      </UiLink>
    </>
  )
}

function NeedsScript() {
  const t = useWords()
  return <p className="hidden text-sm text-muted noscript:block">{t('feedback.needsScript')}</p>
}
