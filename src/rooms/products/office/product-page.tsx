// /office/catalogue/…: one product, edited as it is seen.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import { officeCall } from '#browser/office-calls.ts'
import { Act, ActsAbout } from '#rooms/staff/office/act.tsx'
import { actCall } from '#rooms/staff/office/act-call.ts'
import { AuditHistory } from '#rooms/staff/office/audit-history.tsx'
import { Conflicts } from '#rooms/staff/office/conflicts.tsx'
import { otherLanguage } from '#rooms/staff/office/language-choice.tsx'
import { Back, backClass, OneThing } from '#rooms/staff/office/one-thing.tsx'
import { PreviewButtons } from '#rooms/staff/office/preview-buttons.tsx'
import { SaveBar } from '#rooms/staff/office/save-bar.tsx'
import { useMay } from '#rooms/staff/office/session.ts'
import { useOfficeWords } from '#rooms/staff/office/words.ts'
import { textLinkClass } from '#ui/button-class.ts'
import { Card } from '#ui/card.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useAttempt } from '#ui/use-attempt.ts'
import { LONGEST_TEXT } from '../limits.ts'
import { Details } from './details.tsx'
import type { Product } from './edits.ts'
import { fieldName, sayValue } from './field-name.ts'
import { lastList } from './last-list.ts'
import type { Row } from './list.ts'
import { Picture } from './picture.tsx'
import { PriceHistory } from './price-history.tsx'
import { Screenshots } from './screenshots.tsx'
import { useShelves } from './shelves.ts'
import { StateBadge } from './state-badge.tsx'
import { Texts } from './texts.tsx'
import { type Editor, useEditor } from './use-editor.ts'
import { Versions } from './versions.tsx'

const route = getRouteApi('/frame/catalogue/$id')

export function ProductPage() {
  const t = useOfficeWords()
  const { id } = route.useParams()
  const product = useQuery({
    queryKey: ['product', Number(id)],
    queryFn: ({ signal }) => officeCall('GET /office/products/{id}', { params: { id: Number(id) } }, { signal }),
    retry: false,
  })
  return (
    <OneThing
      of={product}
      back={
        <Link to="/catalogue" search={lastList()} className={backClass}>
          <Back>{t('catalogue.title')}</Back>
        </Link>
      }
      titleOf={({ texts }) => texts.name['en-US']}
      none={{ title: t('catalogue.noProduct'), hint: t('catalogue.noProductHint') }}
    >
      {(data) => <Shown key={data.id} product={data} />}
    </OneThing>
  )
}

const SECTIONS = ['texts', 'picture', 'screenshots', 'details', 'versionsAndPrices', 'priceHistory', 'history'] as const

function Shown({ product }: { product: Product }) {
  const t = useOfficeWords()
  const may = useMay()
  const editor = useEditor(product)
  const { data: shelves } = useShelves()
  const readOnly = !may('catalogue.write')
  const other = otherLanguage(route.useSearch().language)
  const nameOf = (field: string) => fieldName(t, product, field)
  const parts: Record<(typeof SECTIONS)[number], ReactNode> = {
    texts: <Texts editor={editor} readOnly={readOnly} />,
    picture: (
      <ActsAbout value={`picture of ${product.id}`}>
        <Picture product={product} readOnly={readOnly} />
      </ActsAbout>
    ),
    screenshots: <Screenshots product={product} readOnly={readOnly} />,
    details: <Details editor={editor} readOnly={readOnly} />,
    versionsAndPrices: <Versions editor={editor} readOnly={readOnly} />,
    priceHistory: <PriceHistory product={product} />,
    history: <AuditHistory kind="product" id={String(product.id)} />,
  }
  return (
    <>
      <Head product={product} editor={editor} other={other} />
      <Conflicts editing={editor} nameOf={nameOf} say={(field, value) => sayValue(t, field, value, shelves)} />
      <nav aria-label={t('catalogue.parts')} className="mt-4">
        <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
          {SECTIONS.map((name) => (
            <li key={name}>
              <a href={`#${name}`} className={`${textLinkClass} inline-flex min-h-6 items-center`}>
                {t(`catalogue.part.${name}`)}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="mt-4 grid gap-5 pb-24 max-sm:pb-40">
        {SECTIONS.map((name) => (
          <Card key={name} as="section" padding="none" id={name} className="scroll-mt-4 p-4 sm:p-5">
            <h2 className="text-lg">{t(`catalogue.part.${name}`)}</h2>
            {parts[name]}
          </Card>
        ))}
      </div>
      <SaveBar editing={editor} nameOf={nameOf} other={readOnly ? undefined : other} />
    </>
  )
}

function stateOf(product: Product): Row['state'] {
  const offers = product.skus.flatMap((sku) => sku.offers)
  const active = offers.filter((offer) => offer.active)
  if (product.isDraft) return 'draft'
  if (offers.length === 0) return 'priceless'
  if (active.length === 0) return 'off'
  if (!active.some(({ stock }) => stock > 0)) return 'out'
  const isLow = ({ backing, stock, lowAt }: (typeof active)[number]) =>
    backing === 'keys' && lowAt !== null && stock <= lowAt
  return active.some(isLow) ? 'low' : 'on'
}

function Head({ product, editor, other }: { product: Product; editor: Editor; other: string }) {
  const t = useOfficeWords()
  const may = useMay()
  const navigate = useNavigate()
  const attempt = useAttempt()
  const isBusy = Object.keys(editor.edits).length > 0
  return (
    <div className="mt-2 flex flex-wrap items-start gap-4">
      <img
        src={product.img.replace('/480.', '/180.')}
        alt=""
        width={60}
        height={80}
        className="h-20 w-15 rounded-mark bg-tint object-cover"
      />
      <div className="min-w-0 flex-1 basis-60">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <h1 className="min-w-0 text-2xl break-words">
            <bdi>{product.texts.name['en-US']}</bdi>
          </h1>
          <StateBadge state={stateOf(product)} />
        </div>
        <p className="mt-1 text-sm text-muted">
          #{product.id}
          {!product.isDraft && (
            <>
              {' · '}
              <a
                href={product.path}
                target="_blank"
                rel="noopener"
                className={`${textLinkClass} inline-flex items-center gap-1`}
              >
                {t('catalogue.inShop')} <ExternalLink size={14} aria-hidden="true" />
              </a>
            </>
          )}
        </p>
        {may('catalogue.write') && (
          <div className="mt-3 flex flex-wrap gap-2">
            <Publish product={product} isBusy={isBusy} />
            <Act
              label={t('catalogue.acts.duplicate')}
              explain={t('catalogue.acts.duplicateWhat')}
              asksReason={false}
              schema={async () => (await import('./forms.ts')).CopyForm}
              fields={(field) => (
                <TextField
                  {...field('name')}
                  label={t('catalogue.field.nameEnglish')}
                  maxLength={LONGEST_TEXT.name}
                  autoComplete="off"
                  required
                />
              )}
              send={async ({ name }) => {
                const { id } = await actCall('POST /office/products/{id}/duplicate', {
                  params: { id: product.id },
                  body: { name, attempt: attempt.idOf({ of: product.id, name }) },
                })
                attempt.done()
                await navigate({ to: '/catalogue/$id', params: { id: String(id) } })
              }}
              done={t('catalogue.acts.duplicateDone')}
            />
            {!isBusy && <PreviewButtons editing={editor} other={other} />}
          </div>
        )}
      </div>
    </div>
  )
}

/** Not while something waits to be saved, which one might take for published. */
function Publish({ product: { id, isDraft }, isBusy }: { product: Product; isBusy: boolean }) {
  const t = useOfficeWords()
  if (isBusy) return null
  return (
    <Act
      key={String(isDraft)}
      label={t(isDraft ? 'catalogue.acts.publish' : 'catalogue.acts.unpublish')}
      explain={t(isDraft ? 'catalogue.acts.publishWhat' : 'catalogue.acts.unpublishWhat')}
      variant={isDraft ? 'primary' : 'secondary'}
      asksReason={false}
      schema={async () => (await import('./forms.ts')).NothingForm}
      send={() =>
        actCall('POST /office/products/{id}', {
          params: { id },
          body: { changes: [{ field: 'isDraft', from: isDraft, to: !isDraft }] },
        })
      }
      done={t(isDraft ? 'catalogue.acts.publishDone' : 'catalogue.acts.unpublishDone')}
    />
  )
}
