// /my-address: the addresses of a member (specification §2).
import { MapPin, Pencil, Plus, Trash } from 'lucide-react'
import { useState } from 'react'
import { CallRefused, call } from '#browser/calls.ts'
import { useLoaded } from '#browser/use-loaded.ts'
import { MemberPage, MemberProblem, MemberSkeleton, NotRenewed } from '#rooms/members/ui/member-page.tsx'
import { useRowFocus } from '#rooms/members/ui/row-focus.ts'
import { Pages } from '#rooms/members/ui/short-pages.tsx'
import { useMemberWords } from '#rooms/members/ui/words.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { toast } from '#ui/toast.ts'
import type { Address } from '../contract.ts'
import { PAGE_SIZE } from '../limits.ts'
import { AddressForm } from './address-form.tsx'

type Question = { about: Address; ask: 'delete' | 'default' }

export function AddressPage() {
  const t = useMemberWords()
  const [editing, setEditing] = useState<Address | 'new'>()
  const add = (
    <Button variant="primary" icon={<Plus size={18} aria-hidden="true" />} onClick={() => setEditing('new')}>
      {t('address.add')}
    </Button>
  )
  return (
    <MemberPage title={t('nav.addresses')} action={add}>
      <AddressBook editing={editing} onEdit={setEditing} />
    </MemberPage>
  )
}

type AddressBookProps = { editing: Address | 'new' | undefined; onEdit: (address: Address | undefined) => void }

function AddressBook({ editing, onEdit }: AddressBookProps) {
  const t = useMemberWords()
  const [page, setPage] = useState(1)
  const [question, setQuestion] = useState<Question>()
  const { data, problem, loading, reload } = useLoaded(`addresses ${page}`, (signal) =>
    call('GET /api/profile/address', { query: { pageNum: page, pageSize: PAGE_SIZE } }, { signal }),
  )

  const rowFocus = useRowFocus()

  async function answered({ about, ask }: Question) {
    setQuestion(undefined)
    try {
      const params = { id: about.id }
      if (ask === 'delete') await call('DELETE /api/profile/address/{id}', { params })
      else await call('POST /api/profile/address/{id}/default', { params })
      toast({ message: t(ask === 'delete' ? 'address.deleted' : 'address.saved') })
    } catch (error) {
      if (!(error instanceof CallRefused)) throw error
      toast({ message: t.knows(error.message) ? t(error.message) : t('error.unexpected'), tone: 'bad' })
    }
    // The last one of a page may have gone.
    if (ask === 'delete' && data?.rows.length === 1 && page > 1) setPage(page - 1)
    else reload()
  }

  function list() {
    if (!data) return problem ? <MemberProblem retry={reload} /> : <MemberSkeleton />
    if (data.total === 0)
      return (
        <EmptyState icon={<MapPin size={24} />} title={t('address.empty')}>
          <p>{t('address.emptyText')}</p>
        </EmptyState>
      )
    return (
      <ul {...rowFocus} aria-busy={loading} className="grid gap-4 md:grid-cols-2">
        {data.rows.map((address) => (
          <AddressCard
            key={address.id}
            address={address}
            onEdit={() => onEdit(address)}
            onAsk={(ask) => setQuestion({ about: address, ask })}
          />
        ))}
      </ul>
    )
  }

  return (
    <>
      {data && <NotRenewed problem={problem} loading={loading} retry={reload} />}
      {list()}
      <Pages page={page} size={PAGE_SIZE} total={data?.total} onPage={setPage} />
      <Dialog
        open={editing !== undefined}
        onOpenChange={(open) => !open && onEdit(undefined)}
        title={t(editing === 'new' ? 'address.add' : 'address.edit')}
        closeLabel={t('shell.close')}
        lightDismiss={false}
        size="lg"
      >
        {editing && (
          <AddressForm
            address={editing === 'new' ? undefined : editing}
            onSaved={() => {
              onEdit(undefined)
              toast({ message: t('address.saved') })
              reload()
            }}
          />
        )}
      </Dialog>
      <Confirm question={question} onAnswer={answered} onCancel={() => setQuestion(undefined)} />
    </>
  )
}

type AddressCardProps = { address: Address; onEdit: () => void; onAsk: (ask: Question['ask']) => void }

function AddressCard({ address, onEdit, onAsk }: AddressCardProps) {
  const t = useMemberWords()
  const isDefault = address.isDefault === '0'
  const country = new Intl.DisplayNames(t.tag, { type: 'region' }).of(address.country) ?? address.country
  const name = `${address.firstName} ${address.lastName}`
  const lines = [
    address.address,
    address.addressOther,
    [address.zip, address.city].filter(Boolean).join(' '),
    address.province,
    country,
  ]
  return (
    <Card as="li" className="flex flex-col gap-3" aria-label={name}>
      <div className="min-w-0 flex-1 wrap-anywhere">
        <h2 className="text-base">
          <bdi>{name}</bdi>
        </h2>
        <address className="mt-1 text-muted not-italic" dir="auto">
          {lines.filter(Boolean).map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines of one address, in their order
            <span key={index} className="block">
              {line}
            </span>
          ))}
        </address>
        <p className="figures text-muted">
          <bdi>{address.phoneCode ? `+${address.phoneCode} ${address.phone}` : address.phone}</bdi>
        </p>
      </div>
      <Checkbox
        role="switch"
        checked={isDefault}
        onChange={() => (isDefault ? toast({ message: t('address.oneDefault') }) : onAsk('default'))}
      >
        {t('address.default')}
      </Checkbox>
      <div className="flex flex-wrap gap-2">
        <Button icon={<Pencil size={16} aria-hidden="true" />} onClick={onEdit}>
          {t('address.change')}
          <span className="sr-only">{name}</span>
        </Button>
        <Button
          icon={<Trash size={16} aria-hidden="true" />}
          onClick={() => (isDefault ? toast({ message: t('address.defaultTip') }) : onAsk('delete'))}
        >
          {t('address.delete')}
          <span className="sr-only">{name}</span>
        </Button>
      </div>
    </Card>
  )
}

type ConfirmProps = {
  question: Question | undefined
  onAnswer: (question: Question) => Promise<void>
  onCancel: () => void
}

/** What changes for good, or for another address too, is asked first; the switch stays as it was until the answer. */
function Confirm({ question, onAnswer, onCancel }: ConfirmProps) {
  const t = useMemberWords()
  const deletes = question?.ask === 'delete'
  return (
    <Dialog
      open={question !== undefined}
      onOpenChange={(open) => !open && onCancel()}
      title={t(deletes ? 'address.deleteTitle' : 'address.defaultTitle')}
      closeLabel={t('shell.close')}
      size="sm"
    >
      {question && (
        <>
          <p className="wrap-anywhere text-muted">
            <bdi>
              {question.about.firstName} {question.about.lastName}, {question.about.address}
            </bdi>
          </p>
          <div className="mt-5 flex flex-wrap justify-end gap-2">
            <Button onClick={onCancel}>{t('product.confirm.cancel')}</Button>
            <Button variant="primary" onClick={() => void onAnswer(question)}>
              {t(deletes ? 'address.delete' : 'address.makeDefault')}
            </Button>
          </div>
        </>
      )}
    </Dialog>
  )
}
