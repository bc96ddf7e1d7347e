import { getRouteApi } from '@tanstack/react-router'
import { useWords } from '#platform/i18n/messages.ts'
import type { ProductDetail } from '../../wire.ts'

const root = getRouteApi('__root__')

export type ActivationStepsProps = { steps: readonly string[] }

export function ActivationSteps({ steps }: ActivationStepsProps) {
  return (
    <ol data-activation="" className="max-w-[68ch] space-y-4">
      {steps.map((step, index) => (
        <li key={step} className="flex gap-3">
          <span
            aria-hidden="true"
            className="figures grid size-7 shrink-0 place-items-center rounded-full bg-tint text-sm font-semibold"
          >
            {index + 1}
          </span>
          <span className="min-w-0 pt-0.5">{step}</span>
        </li>
      ))}
    </ol>
  )
}

export type InformationProps = { detail: ProductDetail }

export function Information({ detail }: InformationProps) {
  const t = useWords()
  const { locale } = root.useRouteContext()
  const { developer, publisher, releasedOn, keyType, className } = detail.info
  const rows: [string, string | null][] = [
    [t('product.info.developer'), developer],
    [t('product.info.publisher'), publisher],
    [t('product.info.released'), releasedOn && dateOf(releasedOn, locale.tag)],
    [t('product.info.category'), className],
    [t('product.info.genre'), detail.theme_info],
    [t('product.platform'), detail.plat_info],
    [t('product.region'), detail.region_info || t('product.regionUnknown')],
    [t('product.languages'), detail.language_info],
    [t('product.info.type'), t(keyType === '1' ? 'product.type.account' : 'product.type.key')],
  ]
  return (
    <dl data-information="" className="max-w-[68ch] divide-y divide-line">
      {rows.map(
        ([name, value]) =>
          value && (
            <div key={name} className="grid gap-x-4 py-2.5 sm:grid-cols-[11rem_1fr]">
              <dt className="text-muted">{name}</dt>
              <dd dir="auto" className="text-start">
                {value}
              </dd>
            </div>
          ),
      )}
    </dl>
  )
}

function dateOf(iso: string, tag: string): string {
  return new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeZone: 'UTC', numberingSystem: 'latn' }).format(
    new Date(`${iso}T00:00:00Z`),
  )
}
