// Which part of a picture is shown: drawn with a pointer, moved with arrow keys, or by buttons; and where it is looked at.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp, Minus, Plus } from 'lucide-react'
import { useState } from 'react'
import { type PercentCrop, ReactCrop } from 'react-image-crop'
import 'react-image-crop/dist/ReactCrop.css'
import { CallRefused } from '#browser/call-refused.ts'
import { officeCall } from '#browser/office-calls.ts'
import { type Cut, WHOLE } from '#rooms/pictures/limits.ts'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Notice } from '#ui/notice.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { toast } from '#ui/toast.ts'
import { actCall } from './act-call.ts'
import { type Area, moved, sized, startArea } from './crop-area.ts'
import { sayRefusal, useOfficeWords } from './words.ts'

interface CropperProps {
  pictureId: string
  ratio?: number
  show: (pictureId: string, seen: string) => Promise<unknown>
  onDone: () => void
}

type Facts = Awaited<ReturnType<typeof officeCall<'GET /office/pictures/{id}'>>>

export default function Cropper({ pictureId, ...crop }: CropperProps) {
  // What it was when the question was asked.
  const [seen] = useState(pictureId)
  const { data } = useQuery({
    queryKey: ['picture', seen],
    queryFn: ({ signal }) => officeCall('GET /office/pictures/{id}', { params: { id: seen } }, { signal }),
  })
  return data ? <Choice {...crop} seen={seen} facts={data} /> : null
}

/** Where a part may be looked at: its thirds. */
const POINTS = [1667, 5000, 8333].flatMap((y) => [1667, 5000, 8333].map((x) => ({ x, y })))

function Choice({
  facts,
  seen,
  ratio,
  show,
  onDone,
}: Omit<CropperProps, 'pictureId'> & { facts: Facts; seen: string }) {
  const t = useOfficeWords()
  const queries = useQueryClient()
  const { originalId, width, height, cut } = facts
  // In per cent of the picture, a ratio of pixels is another one.
  const shape = ratio === undefined ? undefined : (ratio * height) / width
  const [area, setArea] = useState<Area>(() => startArea(cut, shape))
  const [focus, setFocus] = useState(cut?.focus ? `${cut.focus.x} ${cut.focus.y}` : '')
  const [problem, setProblem] = useState<string>()
  const [isSaving, setSaving] = useState(false)

  async function save() {
    setProblem(undefined)
    setSaving(true)
    try {
      const [x, y] = focus.split(' ').map(Number)
      const point = x === undefined || y === undefined ? null : { x, y }
      const body: Cut = { ...inShares(area), focus: point }
      const { id } = await actCall('POST /office/pictures/{id}/cut', { params: { id: originalId }, body })
      await show(id, seen)
      onDone()
      toast({ message: t('crop.done'), tone: 'good' })
    } catch (error) {
      if (!(error instanceof CallRefused)) throw error
      setProblem(sayRefusal(t, error))
    } finally {
      setSaving(false)
      await queries.invalidateQueries()
    }
  }
  return (
    <div className="grid gap-4">
      <p className="text-muted">{t(ratio === undefined ? 'crop.whatFree' : 'crop.what')}</p>
      <div className="justify-self-center">
        <ReactCrop
          crop={{ unit: '%', ...area }}
          aspect={ratio}
          keepSelection
          minWidth={32}
          onChange={(_, part: PercentCrop) => setArea(part)}
          ariaLabels={ARIA.map((name) => t(`crop.${name}`)).reduce(toLabels, {} as AriaLabels)}
        >
          <img
            src={`/prod-api/office/pictures/${originalId}/file`}
            alt={t('crop.picture')}
            width={width}
            height={height}
            className="block h-auto max-h-[45dvh] w-auto max-w-full"
          />
        </ReactCrop>
      </div>
      <Steps set={(change) => setArea((now) => change(now))} shape={shape} />
      <SelectField
        label={t('crop.focus')}
        hint={t('crop.focusHint')}
        value={focus}
        onChange={({ target }) => setFocus(target.value)}
      >
        <option value="">{t('crop.attention')}</option>
        {POINTS.map(({ x, y }, index) => (
          <option key={`${x} ${y}`} value={`${x} ${y}`}>
            {t(`crop.point.${index as 0}`)}
          </option>
        ))}
      </SelectField>
      {problem && (
        <Notice tone="bad" live>
          {problem}
        </Notice>
      )}
      <Button variant="primary" block loading={isSaving} loadingLabel={t('frame.loading')} onClick={() => void save()}>
        {t('crop.take')}
      </Button>
    </div>
  )
}

const ARIA = ['area', 'nw', 'n', 'ne', 'e', 'se', 's', 'sw', 'w'] as const
const LABELS = [
  'cropArea',
  'nwDragHandle',
  'nDragHandle',
  'neDragHandle',
  'eDragHandle',
  'seDragHandle',
  'sDragHandle',
  'swDragHandle',
  'wDragHandle',
] as const
type AriaLabels = Record<(typeof LABELS)[number], string>
const toLabels = (all: AriaLabels, label: string, index: number) => ({ ...all, [LABELS[index]!]: label })

/** Whole numbers that do not lead out of the picture. */
function inShares({ x, y, width, height }: Area) {
  const share = (percent: number) => Math.max(0, Math.min(WHOLE, Math.round((percent * WHOLE) / 100)))
  const [left, top] = [share(x), share(y)]
  return { x: left, y: top, width: Math.min(share(width), WHOLE - left), height: Math.min(share(height), WHOLE - top) }
}

const STEP = 4
const STEPS = [
  { name: 'smaller', icon: Minus, change: (area: Area, shape?: number) => sized(area, -STEP, shape) },
  { name: 'larger', icon: Plus, change: (area: Area, shape?: number) => sized(area, STEP, shape) },
  { name: 'left', icon: ArrowLeft, change: (area: Area) => moved(area, -STEP, 0) },
  { name: 'right', icon: ArrowRight, change: (area: Area) => moved(area, STEP, 0) },
  { name: 'up', icon: ArrowUp, change: (area: Area) => moved(area, 0, -STEP) },
  { name: 'down', icon: ArrowDown, change: (area: Area) => moved(area, 0, STEP) },
] as const

function Steps({ set, shape }: { set: (change: (area: Area) => Area) => void; shape: number | undefined }) {
  const t = useOfficeWords()
  return (
    <fieldset className="flex flex-wrap justify-center gap-1">
      <legend className="sr-only">{t('crop.area')}</legend>
      {STEPS.map(({ name, icon: Icon, change }) => (
        <IconButton
          key={name}
          label={t(`crop.${name}`)}
          variant="secondary"
          onClick={() => set((area) => change(area, shape))}
        >
          <Icon size={18} />
        </IconButton>
      ))}
    </fieldset>
  )
}
