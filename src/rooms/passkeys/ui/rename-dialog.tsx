import type { FormEvent } from 'react'
import { useMemberWords } from '#rooms/members/ui/words.ts'
import { PASSKEY_NAME_LENGTH } from '#rooms/webauthn/limits.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { TextField } from '#ui/text-field.tsx'
import type { Passkey } from './passkey-row.tsx'

type RenameDialogProps = {
  passkey: Passkey | undefined
  onName: (passkey: Passkey, name: string) => Promise<void>
  onCancel: () => void
}

export function RenameDialog({ passkey, onName, onCancel }: RenameDialogProps) {
  const t = useMemberWords()

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const name = new FormData(event.currentTarget).get('name')?.toString().trim()
    if (passkey && name) void onName(passkey, name)
  }

  return (
    <Dialog
      open={passkey !== undefined}
      onOpenChange={(open) => !open && onCancel()}
      title={t('security.passkeyRename')}
      closeLabel={t('shell.close')}
      lightDismiss={false}
      size="sm"
    >
      {passkey && (
        <form onSubmit={send} className="grid gap-5">
          <TextField
            name="name"
            label={t('security.passkeyName')}
            defaultValue={passkey.name}
            maxLength={PASSKEY_NAME_LENGTH}
            autoComplete="off"
            dir="auto"
            required
          />
          <Button type="submit" variant="primary" block>
            {t('security.passkeySave')}
          </Button>
        </form>
      )}
    </Dialog>
  )
}
