// /office/catalogue/sellers/7: one seller.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { officeCall } from '#browser/office-calls.ts'
import { Act } from '#rooms/staff/office/act.tsx'
import { actCall } from '#rooms/staff/office/act-call.ts'
import { AuditHistory } from '#rooms/staff/office/audit-history.tsx'
import { ChangeAct } from '#rooms/staff/office/change-act.tsx'
import { LIVE_MS } from '#rooms/staff/office/listing.tsx'
import { Back, backClass, OneThing } from '#rooms/staff/office/one-thing.tsx'
import { sayMoment } from '#rooms/staff/office/said.ts'
import { useMay } from '#rooms/staff/office/session.ts'
import { useOfficeWords } from '#rooms/staff/office/words.ts'
import { Notice } from '#ui/notice.tsx'
import { TextField } from '#ui/text-field.tsx'
import { LONGEST_SELLER_NAME } from '../limits.ts'
import { Section } from './section.tsx'
import { SellerBadge, sayCount, sellersSeen } from './sellers-page.tsx'

const route = getRouteApi('/frame/catalogue/sellers/$id')
type Seller = Awaited<ReturnType<typeof officeCall<'GET /office/sellers/{id}'>>>

export function SellerPage() {
  const t = useOfficeWords()
  const { id } = route.useParams()
  const seller = useQuery({
    queryKey: ['seller', id],
    queryFn: ({ signal }) => officeCall('GET /office/sellers/{id}', { params: { id: Number(id) } }, { signal }),
    refetchInterval: LIVE_MS,
  })
  return (
    <OneThing
      of={seller}
      back={
        <Link to="/catalogue/sellers" search={sellersSeen.last()} className={backClass}>
          <Back>{t('shelves.sellers')}</Back>
        </Link>
      }
      titleOf={({ name }) => name}
      none={{ title: t('shelves.noSeller'), hint: t('shelves.noSellerHint') }}
    >
      {(data) => <Shown seller={data} />}
    </OneThing>
  )
}

function Shown({ seller }: { seller: Seller }) {
  const t = useOfficeWords()
  const may = useMay()
  return (
    <>
      <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="min-w-0 text-2xl break-words">
          <bdi>{seller.name}</bdi>
        </h1>
        <SellerBadge seller={seller} />
      </div>
      {may('catalogue.write') &&
        (seller.isShop ? (
          <Notice className="mt-4">{t('shelves.ownSeller')}</Notice>
        ) : (
          <div className="mt-3 flex flex-wrap gap-2">
            <Rename seller={seller} />
            <CloseOrOpen seller={seller} />
          </div>
        ))}
      <div className="mt-5 grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
        <Section title={t('shelves.offers')}>
          <dl className="figures mt-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
            <dt className="text-muted">{t('shelves.onSaleNow')}</dt>
            <dd>{sayCount(t, seller.onSale)}</dd>
            <dt className="text-muted">{t('shelves.offSaleNow')}</dt>
            <dd>{sayCount(t, seller.offSale)}</dd>
            <dt className="text-muted">{t('shelves.since')}</dt>
            <dd>{sayMoment(t, seller.createdAt)}</dd>
            {seller.closedAt && (
              <>
                <dt className="text-muted">{t('shelves.closedSince')}</dt>
                <dd>{sayMoment(t, seller.closedAt)}</dd>
              </>
            )}
          </dl>
        </Section>
        <Section title={t('audit.history')}>
          <AuditHistory kind="seller" id={String(seller.id)} />
        </Section>
      </div>
    </>
  )
}

function Rename({ seller: { id, name } }: { seller: Seller }) {
  const t = useOfficeWords()
  return (
    <ChangeAct
      label={t('catalogue.acts.change')}
      explain={<bdi>{name}</bdi>}
      now={{ name }}
      schema={async () => (await import('./forms.ts')).SellerForm}
      fields={(wire) => (
        <TextField
          {...wire('name', { hint: t('shelves.renameHint') })}
          label={t('catalogue.field.name')}
          maxLength={LONGEST_SELLER_NAME}
          autoComplete="off"
          required
        />
      )}
      save={(changes) => actCall('POST /office/sellers/{id}', { params: { id }, body: { changes } })}
      done={t('catalogue.saved')}
    />
  )
}

function CloseOrOpen({ seller: { id, closedAt, onSale, seen } }: { seller: Seller }) {
  const t = useOfficeWords()
  const act = closedAt ? 'open' : 'close'
  return (
    <Act
      label={t(`shelves.acts.${act}`)}
      explain={t(`shelves.acts.${act}What`, { count: sayCount(t, onSale) })}
      variant={closedAt ? 'secondary' : 'danger'}
      seen={seen}
      schema={async () => (await import('#rooms/staff/forms.ts')).ReasonForm}
      send={({ reason }, seenThen) =>
        actCall(`POST /office/sellers/{id}/${act}`, { params: { id }, body: { seen: seenThen, reason } })
      }
      done={t(`shelves.acts.${act}Done`)}
    />
  )
}
