// /office/settings/currencies: in what the shop sells, and at which rates.
import { useQuery } from '@tanstack/react-query'
import { Landmark, Plus } from 'lucide-react'
import { officeCall } from '#browser/office-calls.ts'
import { SettingsTabs } from '#rooms/settings/office/settings-tabs.tsx'
import { Act } from '#rooms/staff/office/act.tsx'
import { actCall } from '#rooms/staff/office/act-call.ts'
import { AuditHistory } from '#rooms/staff/office/audit-history.tsx'
import { LIVE_MS, Listing } from '#rooms/staff/office/listing.tsx'
import { sayDay, sayMoment } from '#rooms/staff/office/said.ts'
import { useMay, useMe } from '#rooms/staff/office/session.ts'
import { useTitle } from '#rooms/staff/office/title.ts'
import { useNamed } from '#rooms/staff/office/use-named.ts'
import { useOfficeWords } from '#rooms/staff/office/words.ts'
import { Badge } from '#ui/badge.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { Notice } from '#ui/notice.tsx'
import { TextField } from '#ui/text-field.tsx'
import { LONGEST_SYMBOL } from '../limits.ts'
import { ChangeCurrency } from './change-currency.tsx'
import { type Currency, nameOf } from './currency.ts'

export function CurrenciesPage() {
  const t = useOfficeWords()
  const { data: me } = useMe()
  const may = useMay()
  useTitle(t('currencies.title'), me?.shop)
  const list = useQuery({
    queryKey: ['currencies'],
    queryFn: ({ signal }) => officeCall('GET /office/currencies', {}, { signal }),
    refetchInterval: LIVE_MS,
  })
  return (
    <>
      <SettingsTabs />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl">{t('currencies.title')}</h1>
        {may('settings.write') && (
          <div className="flex flex-wrap gap-2">
            <AskBank />
            <NewCurrency />
          </div>
        )}
      </div>
      <p className="mt-2 max-w-3xl text-sm text-muted">{t('currencies.intro')}</p>
      <Listing list={list}>
        {({ rows, mostJump }) => (
          <ul className="mt-4 max-w-4xl">
            {rows.map((currency) => (
              <Row key={currency.id} currency={currency} mostJump={mostJump} />
            ))}
          </ul>
        )}
      </Listing>
    </>
  )
}

function Row({ currency, mostJump }: { currency: Currency; mostJump: number }) {
  const t = useOfficeWords()
  const may = useMay()
  const { code, symbol, rate, isOn, followsBank, bank, changedAt, changedBy } = currency
  const named = useNamed('currency', code)
  const waits = followsBank && bank !== null && bank.rate !== rate
  return (
    <li {...named} className="border-b border-line py-3" data-currency={code}>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0 flex-1 basis-64">
          <h2 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-base">
            <span className="font-mono">{code}</span>
            <bdi>{nameOf(t, code)}</bdi>
            {!isOn && <Badge tone="warn">{t('currencies.off')}</Badge>}
          </h2>
          <p className="figures mt-0.5 text-sm text-muted">
            {code === 'USD' ? t('currencies.base') : t('currencies.oneDollar', { symbol, rate, code })}
            {' · '}
            {code !== 'USD' && t(followsBank ? 'currencies.byBank' : 'currencies.byHand')}
            {code === 'USD' && t('currencies.symbolIs', { symbol })}
          </p>
          {bank && <BankSaid bank={bank} isSame={bank.rate === rate} />}
        </div>
        {may('settings.write') && <ChangeCurrency currency={currency} />}
      </div>
      {waits && (
        <Notice tone="warn" className="mt-2">
          <p>{t('currencies.jumped', { percent: sayPercent(bank.percent), most: mostJump })}</p>
          {may('settings.write') && (
            <div className="mt-2">
              <TakeBank currency={currency} />
            </div>
          )}
        </Notice>
      )}
      {followsBank && !bank && <p className="mt-1 text-sm text-warn">{t('currencies.notSaidYet')}</p>}
      {changedAt && (
        <Disclosure
          className="mt-1.5 border-none text-xs text-muted"
          summary={
            <>
              {t('settings.changed', { at: sayMoment(t, changedAt) })} <bdi>{changedBy}</bdi>
            </>
          }
        >
          <AuditHistory kind="currency" id={code} />
        </Disclosure>
      )}
    </li>
  )
}

/** `+3.2 %` */
const sayPercent = (percent: number) => `${percent > 0 ? '+' : percent < 0 ? '−' : ''}${Math.abs(percent)} %`

function BankSaid({ bank: { rate, day, percent }, isSame }: { bank: NonNullable<Currency['bank']>; isSame: boolean }) {
  const t = useOfficeWords()
  return (
    <p className="figures text-sm text-muted">
      {isSame
        ? t('currencies.bankSame', { day: sayDay(t, day) })
        : t('currencies.bankSays', { rate, day: sayDay(t, day), percent: sayPercent(percent) })}
    </p>
  )
}

function TakeBank({ currency: { id, seen, bank } }: { currency: Currency }) {
  const t = useOfficeWords()
  return (
    <Act
      size="sm"
      label={t('currencies.acts.takeBank')}
      explain={t('currencies.acts.takeBankWhat', { rate: bank?.rate ?? '' })}
      seen={{ seen, rate: bank?.rate ?? '' }}
      schema={async () => (await import('#rooms/staff/forms.ts')).ReasonForm}
      send={({ reason }, seenThen) =>
        actCall('POST /office/currencies/{id}/take-bank', { params: { id }, body: { ...seenThen, reason } })
      }
      done={t('currencies.acts.takeBankDone')}
    />
  )
}

function AskBank() {
  const t = useOfficeWords()
  return (
    <Act
      label={t('currencies.acts.ask')}
      explain={t('currencies.acts.askWhat')}
      icon={<Landmark size={18} />}
      asksReason={false}
      schema={async () => (await import('#rooms/staff/forms.ts')).SureForm}
      send={() => actCall('POST /office/currency-rates', { body: {} })}
      done={t('currencies.acts.askDone')}
    />
  )
}

function NewCurrency() {
  const t = useOfficeWords()
  return (
    <Act
      label={t('currencies.acts.add')}
      explain={t('currencies.acts.addWhat')}
      icon={<Plus size={18} />}
      variant="primary"
      schema={async () => (await import('../forms.ts')).NewCurrencyForm}
      fields={(field) => (
        <>
          <TextField
            {...field('code')}
            label={t('currencies.code')}
            hint={t('currencies.codeHint')}
            maxLength={3}
            autoComplete="off"
            required
          />{' '}
          {/* biome-ignore format: one line */}
          <TextField {...field('symbol')} label={t('currencies.symbol')} hint={t('currencies.symbolHint')} maxLength={LONGEST_SYMBOL} autoComplete="off" required />{' '}
          {/* biome-ignore format: one line */}
          <TextField {...field('rate')} label={t('currencies.rate')} hint={t('currencies.rateHint')} inputMode="decimal" maxLength={19} autoComplete="off" required />{' '}
          {/* biome-ignore format: one line */}
        </>
      )}
      send={(body) => actCall('POST /office/currencies', { body })}
      done={t('currencies.acts.addDone')}
    />
  )
}
