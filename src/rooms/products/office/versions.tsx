// A product's versions, what each costs and whether it is on sale, with the prices that are planned.
import { Link } from '@tanstack/react-router'
import { sayLasts } from '#rooms/keys/office/lasts.ts'
import { Act } from '#rooms/staff/office/act.tsx'
import { actCall } from '#rooms/staff/office/act-call.ts'
import { sayMoment, sayMoney, zone } from '#rooms/staff/office/said.ts'
import { useMay } from '#rooms/staff/office/session.ts'
import type { Value } from '#rooms/staff/office/use-editing.ts'
import { useOfficeWords } from '#rooms/staff/office/words.ts'
import { buttonClass } from '#ui/button-class.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useAttempt } from '#ui/use-attempt.ts'
import { LONGEST_SKU_CODE, LONGEST_VARIANT } from '../limits.ts'
import { Facets } from './details.tsx'
import { type Product, readCount, readPrice } from './edits.ts'
import { NewVersion } from './new-version.tsx'
import { PricesAtOnce } from './prices-at-once.tsx'
import { nameIn, useShelves } from './shelves.ts'
import type { Editor } from './use-editor.ts'

type Sku = Product['skus'][number]
type Offer = Sku['offers'][number]

export function Versions({ editor, readOnly }: { editor: Editor; readOnly: boolean }) {
  const t = useOfficeWords()
  const may = useMay()
  const offers = editor.product.skus.flatMap((sku) => sku.offers)
  return (
    <>
      {offers.length > 1 && may('prices.write') && (
        <div className="mt-3">
          <PricesAtOnce editor={editor} />
        </div>
      )}
      <ul className="mt-3 grid gap-4">
        {editor.product.skus.map((sku) => (
          <li key={sku.id} className="grid gap-4 rounded-control border border-line p-4">
            <Version editor={editor} sku={sku} readOnly={readOnly} />
            {sku.offers.map((offer) => (
              <OfferLine key={offer.id} editor={editor} offer={offer} code={sku.skuCode} readOnly={readOnly} />
            ))}
            {sku.offers.length === 0 && <p className="text-sm text-muted">{t('catalogue.noOffer')}</p>}
            {sku.offers.some(({ backing }) => backing === 'keys') && <KeysOf code={sku.skuCode} />}
          </li>
        ))}
      </ul>
      {!readOnly && may('prices.write') && (
        <div className="mt-4">
          <NewVersion productId={editor.product.id} />
        </div>
      )}
    </>
  )
}

function KeysOf({ code }: { code: string }) {
  const t = useOfficeWords()
  const may = useMay()
  return (
    <p className="flex flex-wrap gap-2 empty:hidden">
      {may('vault.read') && (
        <Link to="/keys" search={{ q: code }} className={buttonClass({ size: 'sm' })}>
          {t('keys.title')}
        </Link>
      )}
      {may('vault.import') && (
        <Link to="/keys/import" search={{ sku: code }} className={buttonClass({ size: 'sm' })}>
          {t('keys.import')}
        </Link>
      )}
    </p>
  )
}

function Version({ editor, sku, readOnly }: { editor: Editor; sku: Sku; readOnly: boolean }) {
  const t = useOfficeWords()
  const { data: shelves } = useShelves()
  const own = (name: 'skuCode' | 'edition' | 'denomination') => {
    const field = `sku.${sku.id}.${name}`
    return {
      name: field,
      label: t(`catalogue.field.${name}`),
      value: String(editor.value(field)),
      error: editor.error(field),
      maxLength: name === 'skuCode' ? LONGEST_SKU_CODE : LONGEST_VARIANT,
      readOnly,
      autoComplete: 'off',
      onChange: ({ target }: { target: { value: string } }) => editor.set(field, target.value),
    }
  }
  const region = `sku.${sku.id}.regionId`
  return (
    <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
      <TextField {...own('skuCode')} spellCheck={false} />
      <TextField {...own('edition')} />
      <TextField {...own('denomination')} />
      <SelectField
        name={region}
        label={t('catalogue.field.regionId')}
        value={String(editor.value(region))}
        error={editor.error(region)}
        disabled={readOnly}
        onChange={({ target }) => editor.set(region, Number(target.value))}
      >
        <option value="0">{t('catalogue.regionUnknown')}</option>
        {shelves?.facets
          .filter(({ kind }) => kind === 'region')
          .map(({ id, name }) => (
            <option key={id} value={id}>
              {nameIn(t, name)}
            </option>
          ))}
      </SelectField>
      <div className="self-end sm:col-span-1 lg:col-span-2">
        <Facets editor={editor} field={`sku.${sku.id}.platformIds`} kind="platform" readOnly={readOnly} />
      </div>
    </div>
  )
}

interface OfferProps {
  editor: Editor
  offer: Offer
  code: string
  readOnly: boolean
}

function OfferLine({ editor, offer, code, readOnly }: OfferProps) {
  const t = useOfficeWords()
  const may = useMay()
  const [price, active, lowAt] = ['price', 'active', 'lowAt'].map((name) => `offer.${offer.id}.${name}`) as [
    string,
    string,
    string,
  ]
  return (
    <div className="grid gap-3 rounded-control bg-tint p-3">
      <div className="grid items-start gap-x-4 gap-y-3 sm:grid-cols-[10rem_auto_10rem_minmax(0,1fr)]">
        <TextField
          name={price}
          label={t('catalogue.field.price')}
          value={sayTyped(editor.value(price))}
          error={editor.error(price)}
          readOnly={!may('prices.write')}
          inputMode="decimal"
          autoComplete="off"
          onChange={({ target }) => editor.set(price, target.value)}
        />
        <Checkbox
          name={active}
          checked={editor.value(active) === true}
          error={editor.error(active)}
          disabled={readOnly}
          onChange={({ target }) => editor.set(active, target.checked)}
          className="sm:mt-6"
        >
          {t('catalogue.field.active')}
          <span className="sr-only"> ({code})</span>
        </Checkbox>
        {offer.backing === 'keys' && (
          <TextField
            name={lowAt}
            label={t('catalogue.field.lowAt')}
            value={String(editor.value(lowAt))}
            error={editor.error(lowAt)}
            hint={t('catalogue.lowAtHint')}
            readOnly={readOnly}
            inputMode="numeric"
            autoComplete="off"
            onChange={({ target }) => editor.set(lowAt, readCount(target.value))}
          />
        )}
        <p className="text-sm text-muted sm:mt-7">
          <bdi>{offer.seller}</bdi> · {t(`catalogue.backing.${offer.backing}`)} ·{' '}
          {t('catalogue.inStock', { count: offer.stock })}
          {offer.sold28 !== null && (
            <>
              {' · '}
              {t('catalogue.sold28', { count: offer.sold28 })}
              {offer.daysLeft !== null && ` · ${sayLasts(t, offer.daysLeft)}`}
            </>
          )}
          <br />
          {t('catalogue.lowest30', { price: sayMoney(t, offer.lowest30, 'USD') })}
          {offer.reduced && (
            <>
              {' · '}
              {t('catalogue.reduced', {
                percent: offer.reduced.percent,
                price: sayMoney(t, offer.reduced.lowest, 'USD'),
              })}
            </>
          )}
        </p>
        {!offer.active && offer.backing === 'keys' && offer.stock > 0 && (
          <p className="text-sm text-warn sm:col-span-full">{t('catalogue.idle', { count: offer.stock })}</p>
        )}
      </div>
      <Plans editor={editor} offer={offer} />
    </div>
  )
}

function Plans({ editor: { product }, offer }: { editor: Editor; offer: Offer }) {
  const t = useOfficeWords()
  const may = useMay()
  const attempt = useAttempt()
  const waiting = product.plans.filter(({ offerId, state }) => offerId === offer.id && state === 'waiting')
  if (waiting.length === 0 && !may('prices.write')) return null
  return (
    <div className="flex flex-wrap items-center gap-2">
      {waiting.map((plan) => (
        <p key={plan.id} className="flex flex-wrap items-center gap-2 text-sm">
          <span>
            {t('catalogue.planned', { price: sayMoney(t, plan.price, 'USD'), at: sayMoment(t, plan.at) })}{' '}
            <span className="break-words text-muted">
              <bdi>{`${plan.by}: ${plan.reason}`}</bdi>
            </span>
          </span>
          {may('prices.write') && (
            <Act
              size="sm"
              label={t('catalogue.acts.cancelPlan')}
              explain={t('catalogue.acts.cancelPlanWhat')}
              schema={async () => (await import('#rooms/staff/forms.ts')).ReasonForm}
              send={(body) => actCall('POST /office/plans/{id}/cancel', { params: { id: plan.id }, body })}
              done={t('catalogue.acts.cancelPlanDone')}
            />
          )}
        </p>
      ))}
      {may('prices.write') && (
        <Act
          size="sm"
          label={t('catalogue.acts.plan')}
          explain={t('catalogue.acts.planWhat', { zone: zone() })}
          schema={async () => (await import('./forms.ts')).PlanForm}
          fields={(field) => (
            <div className="grid gap-4 sm:grid-cols-2">
              <TextField
                {...field('price')}
                label={t('catalogue.field.price')}
                inputMode="decimal"
                autoComplete="off"
                required
              />
              <TextField {...field('at')} label={t('catalogue.planAt')} type="datetime-local" required />
            </div>
          )}
          send={async ({ reason, ...typed }) => {
            const planned = { price: readPrice(typed.price)!, at: new Date(typed.at).toISOString() }
            await actCall('POST /office/offers/{id}/plans', {
              params: { id: offer.id },
              body: { ...planned, reason, attempt: attempt.idOf(planned) },
            })
            attempt.done()
          }}
          done={t('catalogue.acts.planDone')}
        />
      )}
    </div>
  )
}

/** As it was typed; what nobody has typed with its cents. */
const sayTyped = (price: Value) => (typeof price === 'number' ? price.toFixed(2) : String(price))
