import type { Waiver } from '#rooms/orders/contract.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import type { FormField } from '#ui/use-form.ts'

type WaiverBoxProps = {
  waiver: Waiver
  field: FormField
  ticked: boolean
  onTick: (ticked: boolean) => void
}

/** Never ticked beforehand; its words come from the server, which keeps them with the order (docs/decisions/010). */
export function WaiverBox({ waiver, field, ticked, onTick }: WaiverBoxProps) {
  return (
    <div className="mt-5 border-t border-line pt-4 text-sm">
      <Checkbox
        {...field}
        required
        checked={ticked}
        onChange={(event) => {
          onTick(event.target.checked)
          field.onChange(event)
        }}
      >
        {waiver.text}
      </Checkbox>
    </div>
  )
}
