// All prices of a product in one sheet: typed, pasted as a column, or changed by percent, with what is left of each. They are
// saved with the rest of the product.
import { type ClipboardEvent, useState } from 'react'
import { OfficeDialog } from '#rooms/staff/office/office-dialog.tsx'
import { sayMoney } from '#rooms/staff/office/said.ts'
import { type TranslateOffice, useOfficeWords } from '#rooms/staff/office/words.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/text-field.tsx'
import { type Product, readPrice } from './edits.ts'
import { changedBy, marginOf, pastedPrices, readPercent } from './price-sheet.ts'
import type { Editor } from './use-editor.ts'

interface Row {
  field: string
  /** What tells it from the others. */
  version: string
  seller: string
  cost: number | null
}

export function PricesAtOnce({ editor }: { editor: Editor }) {
  const t = useOfficeWords()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('catalogue.sheet.open')}</Button>
      <OfficeDialog open={isOpen} onOpenChange={setOpen} title={t('catalogue.sheet.open')} size="lg">
        {isOpen && <Sheet editor={editor} onDone={() => setOpen(false)} />}
      </OfficeDialog>
    </>
  )
}

function Sheet({ editor, onDone }: { editor: Editor; onDone: () => void }) {
  const t = useOfficeWords()
  const rows = rowsOf(editor.product)
  // By the offer: others may come in between while somebody types.
  const [sheet, setSheet] = useState<Record<string, string>>({})
  const typed = rows.map(({ field }) => sheet[field] ?? say(editor.value(field)))
  const [percent, setPercent] = useState('')
  const [wrongPercent, setWrongPercent] = useState(false)
  const [isChecked, setChecked] = useState(false)

  function paste(event: ClipboardEvent<HTMLInputElement>, from: number) {
    const prices = pastedPrices(event.clipboardData.getData('text'))
    if (prices.length === 1) return
    event.preventDefault()
    const pasted = rows.flatMap(({ field }, at) => (prices[at - from] ? [[field, prices[at - from]!]] : []))
    setSheet((all) => ({ ...all, ...Object.fromEntries(pasted) }))
  }
  function change() {
    const by = readPercent(percent)
    setWrongPercent(by === undefined)
    if (by === undefined) return
    const changed = rows.map(({ field }, at) => {
      const price = readPrice(typed[at]!)
      return [field, price === undefined ? typed[at]! : say(changedBy(price, by))]
    })
    setSheet(Object.fromEntries(changed))
    setPercent('')
  }
  function takeOver() {
    setChecked(true)
    if (typed.some((one) => readPrice(one) === undefined)) return
    rows.forEach(({ field }, at) => {
      if (readPrice(typed[at]!) !== readPrice(editor.value(field))) editor.set(field, typed[at]!)
    })
    onDone()
  }

  return (
    <>
      <p className="text-sm text-muted">{t('catalogue.sheet.what')}</p>
      <form
        className="mt-4 flex items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          change()
        }}
      >
        <TextField
          name="percent"
          label={t('catalogue.sheet.percent')}
          value={percent}
          error={wrongPercent ? t('catalogue.sheet.percentShape') : undefined}
          autoComplete="off"
          className="w-40"
          onChange={({ target }) => setPercent(target.value)}
        />
        <Button type="submit">{t('catalogue.sheet.change')}</Button>
      </form>
      <ul className="mt-4 grid gap-3">
        {rows.map((row, at) => (
          <li key={row.field} className="grid items-start gap-x-4 gap-y-1 sm:grid-cols-[10rem_minmax(0,1fr)]">
            <TextField
              name={row.field}
              label={`${row.version} · ${row.seller}`}
              value={typed[at]!}
              error={isChecked && readPrice(typed[at]!) === undefined ? t('catalogue.priceShape') : undefined}
              inputMode="decimal"
              autoComplete="off"
              onPaste={(event) => paste(event, at)}
              onChange={({ target }) => setSheet((all) => ({ ...all, [row.field]: target.value }))}
            />
            <p className="figures text-sm text-muted sm:mt-8">{sayMargin(t, readPrice(typed[at]!), row.cost)}</p>
          </li>
        ))}
      </ul>
      <div className="mt-6 flex flex-wrap gap-3">
        <Button variant="primary" onClick={takeOver}>
          {t('catalogue.sheet.takeOver')}
        </Button>
        <Button onClick={onDone}>{t('frame.close')}</Button>
      </div>
    </>
  )
}

const say = (value: unknown) => (typeof value === 'number' ? value.toFixed(2) : String(value))

const rowsOf = ({ skus }: Product): Row[] =>
  skus.flatMap(({ skuCode, edition, denomination, offers }) =>
    offers.map(({ id, seller, cost }) => ({
      field: `offer.${id}.price`,
      version: [edition, denomination].filter(Boolean).join(', ') || skuCode,
      ...{ seller, cost },
    })),
  )

/** Nothing is said of a margin where the cost of a key is not known, or the price is none yet. */
function sayMargin(t: TranslateOffice, price: number | undefined, cost: number | null): string {
  if (cost === null) return t('catalogue.sheet.costUnknown')
  const costs = t('catalogue.sheet.cost', { cost: sayMoney(t, cost, 'USD') })
  if (price === undefined) return costs
  const { amount, percent } = marginOf(price, cost)
  const shown = new Intl.NumberFormat(t.tag, {
    style: 'percent',
    maximumFractionDigits: 1,
    numberingSystem: 'latn',
  }).format(percent / 100)
  return `${costs} · ${t('catalogue.sheet.margin', { margin: sayMoney(t, amount, 'USD'), percent: shown })}`
}
