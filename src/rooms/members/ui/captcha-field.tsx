// Letters in a picture to be typed; whoever cannot read them lets his browser work instead (decision D1).
import { useEffect, useState } from 'react'
import { call } from '#browser/calls.ts'
import type { Challenge } from '#rooms/captcha/contract.ts'
import { solve } from '#rooms/captcha/ui/solve.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { SkeletonBlock } from '#ui/skeleton.tsx'
import { TextField } from '#ui/text-field.tsx'
import type { FormField } from '#ui/use-form.ts'
import { useMemberWords } from './words.ts'

interface Picture {
  uuid: string
  img: string
  challenge: Challenge
}

type Work = 'none' | 'under way' | 'failed' | { altcha: string }

export interface CaptchaState {
  picture: Picture | undefined
  failed: boolean
  work: Work
  renew(): Promise<void>
  solveInstead(): Promise<void>
}

/** Each picture is for one try: after it comes another. */
export function useCaptcha(): CaptchaState {
  const [picture, setPicture] = useState<Picture>()
  const [failed, setFailed] = useState(false)
  const [work, setWork] = useState<Work>('none')

  async function renew() {
    setFailed(false)
    setWork('none')
    try {
      setPicture(await call('GET /captchaImage', {}))
    } catch {
      setPicture(undefined)
      setFailed(true)
    }
  }

  async function solveInstead() {
    if (!picture) return
    setWork('under way')
    setWork(
      await solve(picture.challenge).then(
        (altcha) => ({ altcha }),
        () => 'failed' as const,
      ),
    )
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the first picture comes with the page
  useEffect(() => void renew(), [])
  return { picture, failed, work, renew, solveInstead }
}

export function CaptchaField({ captcha, field }: { captcha: CaptchaState; field: FormField }) {
  const t = useMemberWords()
  const { picture, failed, work, renew, solveInstead } = captcha
  if (typeof work === 'object')
    return (
      <Notice tone="good" live>
        {t('forgot.solved')}
      </Notice>
    )
  return (
    <div className="grid gap-3">
      {failed ? (
        <Notice tone="bad" live>
          {t('error.unexpected')}
        </Notice>
      ) : picture ? (
        <img
          src={picture.img}
          alt={t('forgot.pictureAlt')}
          width={200}
          height={64}
          className="rounded-control border border-line"
        />
      ) : (
        <SkeletonBlock className="h-16 w-50" />
      )}
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={() => void renew()}>
          {t('forgot.another')}
        </Button>
        <Button
          size="sm"
          disabled={!picture}
          loading={work === 'under way'}
          loadingLabel={t('forgot.solving')}
          onClick={() => void solveInstead()}
        >
          {t('forgot.cannotRead')}
        </Button>
      </div>
      {work === 'under way' && <p className="text-sm text-muted">{t('forgot.solving')}</p>}
      {work === 'failed' && (
        <Notice tone="bad" live>
          {t('error.unexpected')}
        </Notice>
      )}
      <TextField
        {...field}
        label={t('forgot.code')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={10}
        dir="ltr"
        required
      />
    </div>
  )
}
