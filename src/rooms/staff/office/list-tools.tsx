// What stands at the head of every list: its views, its columns, and the list as a file.

import { useNavigate } from '@tanstack/react-router'
import { Columns3, Download } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Act } from './act.tsx'
import { actCall } from './act-call.ts'
import { ChooseColumns } from './list-columns.tsx'
import { type ListName, type ListSearch, textsOf } from './list-kept.ts'
import { Views } from './list-views.tsx'
import { OfficeDialog } from './office-dialog.tsx'
import { saveFile } from './save-file.ts'
import { useMay } from './session.ts'
import { type OfficeKey, useOfficeWords } from './words.ts'

const TAKE = {
  orders: 'orders.export',
  products: 'catalogue.export',
  batches: 'vault.exportBatches',
  inbox: 'inbox.export',
  audit: 'audit.export',
} as const

export interface ListToolsProps {
  list: ListName
  /** Filter and order, as the address has them; without the place of a page. */
  search: ListSearch
  /** Of the address; undefined: it says nothing about them. */
  asked?: string | undefined
  /** Labels by name; absent: the list has no columns to choose. */
  columns?: Readonly<Record<string, { label: OfficeKey }>>
  shown: readonly string[]
  first: readonly string[]
}

export function ListTools(props: ListToolsProps) {
  const { list, search, shown } = props
  const t = useOfficeWords()
  const may = useMay()
  const navigate = useNavigate()
  return (
    <div className="flex flex-wrap items-center gap-1">
      <Views list={list} search={{ ...search, columns: props.asked }} />
      {props.columns && <ColumnsButton {...props} columns={props.columns} />}
      {may(TAKE[list]) && (
        <Act
          size="sm"
          variant="ghost"
          icon={<Download size={16} />}
          label={t('lists.take')}
          explain={t(list === 'products' ? 'lists.takeProductsWhat' : 'lists.takeWhat')}
          asksReason={false}
          schema={async () => (await import('../forms.ts')).NothingForm}
          send={async () => {
            const body = { query: textsOf(search), columns: [...shown] }
            const { name, text } = await actCall(`POST /office/lists/${list}/file`, { body })
            if (text !== null) saveFile(name, text)
            else await navigate({ to: '/files' })
          }}
          done={t('lists.takeDone')}
        />
      )}
    </div>
  )
}

function ColumnsButton({
  list,
  columns,
  shown,
  first,
}: ListToolsProps & { columns: NonNullable<ListToolsProps['columns']> }) {
  const t = useOfficeWords()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        size="sm"
        variant="ghost"
        icon={<Columns3 size={16} />}
        className="max-md:hidden"
        onClick={() => setOpen(true)}
      >
        {t('lists.columns')}
      </Button>
      <OfficeDialog open={isOpen} onOpenChange={setOpen} title={t('lists.columns')}>
        {isOpen && <ChooseColumns {...{ list, columns, shown, first }} onDone={() => setOpen(false)} />}
      </OfficeDialog>
    </>
  )
}
