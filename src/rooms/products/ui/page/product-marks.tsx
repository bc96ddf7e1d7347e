import { Gamepad2, Globe, Languages } from 'lucide-react'
import type { ReactNode } from 'react'
import { useWords } from '#platform/i18n/messages.ts'
import { Badge } from '#ui/badge.tsx'
import type { Sku } from '../../contract.ts'
import type { ProductDetail } from '../../wire.ts'

type Mark = ProductDetail['plat_img_list'][number]

/** Specification §9: more languages than this are folded. */
const LANGUAGES = 5

/** Platform and region of the chosen SKU, and the product's languages; small and quiet. */
export function ProductMarks({ detail, sku }: { detail: ProductDetail; sku: Sku | undefined }) {
  const t = useWords()
  const { language_img_list: languages } = detail
  const platforms = detail.plat_img_list.filter(({ info }) => sku?.platforms.includes(info) ?? true)
  const regions = detail.region_img_list.filter(({ info }) => !sku || info === sku.region)
  const folded = languages.slice(LANGUAGES)
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-2.5 sm:gap-x-4">
      <MarkRow icon={<Gamepad2 size={16} aria-hidden="true" />} label={t('product.platform')} marks={platforms} />
      <MarkRow icon={<Globe size={16} aria-hidden="true" />} label={t('product.region')} marks={regions} />
      <MarkRow
        icon={<Languages size={16} aria-hidden="true" />}
        label={t('product.languages')}
        marks={languages.slice(0, LANGUAGES)}
      >
        {folded.length > 0 && (
          // The fold's handle stays below what it has unfolded.
          <details className="group/all flex flex-col-reverse items-start open:basis-full">
            <summary className="touch-target inline-flex min-h-6 pointer-coarse:-my-2.5 list-none items-center rounded-mark text-xs font-medium text-accent-ink hover:underline [&::-webkit-details-marker]:hidden">
              <span className="group-open/all:hidden">{t('product.seeAll', { count: folded.length })}</span>
              <span className="hidden group-open/all:inline">{t('product.seeFewer')}</span>
            </summary>
            <span className="flex flex-wrap gap-1.5">
              {folded.map((mark) => (
                <MarkBadge key={mark.code} mark={mark} />
              ))}
            </span>
          </details>
        )}
      </MarkRow>
    </dl>
  )
}

function MarkRow({
  icon,
  label,
  marks,
  children,
}: {
  icon: ReactNode
  label: string
  marks: readonly Mark[]
  children?: ReactNode
}) {
  if (marks.length === 0) return null
  return (
    <div className="contents">
      <dt className="flex items-center gap-1.5 self-start text-sm leading-[1.375rem] text-muted max-sm:min-h-5.5">
        {icon}
        {/* On phones the sign alone says enough to those who see it. */}
        <span className="max-sm:sr-only">{label}</span>
      </dt>
      <dd className="flex min-w-0 flex-wrap items-center gap-1.5">
        {marks.map((mark) => (
          <MarkBadge key={mark.code} mark={mark} />
        ))}
        {children}
      </dd>
    </div>
  )
}

function MarkBadge({ mark }: { mark: Mark }) {
  return (
    <Badge tone="outline">
      <bdi>{mark.info}</bdi>
    </Badge>
  )
}
