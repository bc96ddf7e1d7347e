// The views of a list: links, for the address is its only state; made of what is seen now.
import { Link } from '@tanstack/react-router'
import { Bookmark, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { textLinkClass } from '#ui/button-class.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { TextField } from '#ui/text-field.tsx'
import { LONGEST_VIEW_NAME } from '../limits.ts'
import { Act } from './act.tsx'
import { actCall } from './act-call.ts'
import { LIST_PATHS, type ListName, type ListSearch, textsOf, useKept, type View } from './list-kept.ts'
import { OfficeDialog } from './office-dialog.tsx'
import { useMay } from './session.ts'
import { useOfficeWords } from './words.ts'

export function Views({ list, search }: { list: ListName; search: ListSearch }) {
  const t = useOfficeWords()
  const [isOpen, setOpen] = useState(false)
  const { data } = useKept(list)
  const views = data?.views ?? []
  const now = sorted(textsOf(search))
  const chosen = views.find((view) => sorted(view.search) === now)
  return (
    <>
      <Button
        size="sm"
        variant="ghost"
        icon={<Bookmark size={16} className={chosen ? 'fill-current' : ''} />}
        onClick={() => setOpen(true)}
      >
        {chosen ? <bdi className="max-w-40 truncate">{chosen.name}</bdi> : t('lists.views')}
      </Button>
      <OfficeDialog open={isOpen} onOpenChange={setOpen} title={t('lists.views')}>
        {isOpen && (
          <div className="grid gap-5">
            {views.length === 0 && <p className="text-muted">{t('lists.noViews')}</p>}
            {[false, true].map((isShared) => (
              <Some
                key={String(isShared)}
                views={views.filter((view) => view.isShared === isShared)}
                chosen={chosen}
                onGo={() => setOpen(false)}
              />
            ))}
            <SaveView list={list} search={search} />
          </div>
        )}
      </OfficeDialog>
    </>
  )
}

function Some({ views, chosen, onGo }: { views: View[]; chosen: View | undefined; onGo(): void }) {
  const t = useOfficeWords()
  const may = useMay()
  if (views.length === 0) return null
  return (
    <section>
      <h3 className="text-sm font-medium text-muted">
        {t(views[0]!.isShared ? 'lists.sharedViews' : 'lists.ownViews')}
      </h3>
      <ul className="mt-1">
        {views.map((view) => (
          <li key={view.id} className="flex items-center gap-2 border-b border-line py-1.5 last:border-0">
            <Link
              to={LIST_PATHS[view.list as ListName]}
              search={view.search}
              onClick={onGo}
              aria-current={view.id === chosen?.id ? 'page' : undefined}
              className={`${textLinkClass} min-w-0 flex-1 truncate aria-[current=page]:font-medium`}
            >
              <bdi>{view.name}</bdi>
            </Link>
            {(!view.isShared || may('lists.share')) && <ViewActs view={view} />}
          </li>
        ))}
      </ul>
    </section>
  )
}

function ViewActs({ view: { id, name, isShared } }: { view: View }) {
  const t = useOfficeWords()
  const params = { id }
  return (
    <>
      <Act
        size="sm"
        variant="ghost"
        label={t('lists.rename')}
        explain={t('lists.renameViewWhat', { name })}
        asksReason={false}
        schema={async () => (await import('../forms.ts')).RenameForm}
        fields={(field) => (
          <TextField {...field('name')} label={t('lists.viewName')} defaultValue={name} maxLength={LONGEST_VIEW_NAME} />
        )}
        send={(body) =>
          actCall(isShared ? 'POST /office/shared-views/{id}' : 'POST /office/views/{id}', { params, body })
        }
        done={t('lists.viewRenamed')}
      />
      <Act
        size="sm"
        variant="ghost"
        icon={<Trash2 size={16} />}
        label={t('lists.delete')}
        explain={t(isShared ? 'lists.deleteSharedWhat' : 'lists.deleteViewWhat', { name })}
        asksReason={false}
        schema={async () => (await import('../forms.ts')).NothingForm}
        send={() => actCall(isShared ? 'DELETE /office/shared-views/{id}' : 'DELETE /office/views/{id}', { params })}
        done={t('lists.viewDeleted')}
      />
    </>
  )
}

function SaveView({ list, search }: { list: ListName; search: ListSearch }) {
  const t = useOfficeWords()
  const may = useMay()
  return (
    <Act
      label={t('lists.saveView')}
      explain={t('lists.saveViewWhat')}
      asksReason={false}
      schema={async () => (await import('../forms.ts')).ViewForm}
      fields={(field) => (
        <>
          <TextField {...field('name')} label={t('lists.viewName')} maxLength={LONGEST_VIEW_NAME} autoComplete="off" />
          {may('lists.share') && (
            <Checkbox name="shared" value="yes">
              {t('lists.viewShared')}
            </Checkbox>
          )}
        </>
      )}
      send={({ name, shared }) => {
        const call = { params: { list }, body: { name, search: textsOf(search) } }
        return shared
          ? actCall('POST /office/lists/{list}/shared-views', call)
          : actCall('POST /office/lists/{list}/views', call)
      }}
      done={t('lists.viewSaved')}
    />
  )
}

const sorted = (search: Readonly<Record<string, string>>) => JSON.stringify(Object.entries(search).sort())
