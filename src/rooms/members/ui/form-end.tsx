// The end of every form about an account: what went wrong as a whole, and the button.
import type { ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'

type FormEndProps = {
  problem: string | undefined
  button: string
  sending: boolean
  sendingLabel: string
  disabled?: boolean
  /** Between the two. */
  children?: ReactNode
}

export function FormEnd({ problem, button, sending, sendingLabel, disabled = false, children }: FormEndProps) {
  return (
    <>
      {problem && (
        <Notice tone="bad" live>
          {problem}
        </Notice>
      )}
      {children}
      <Button
        type="submit"
        variant="primary"
        size="lg"
        block
        disabled={disabled}
        loading={sending}
        loadingLabel={sendingLabel}
      >
        {button}
      </Button>
    </>
  )
}
