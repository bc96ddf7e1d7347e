/** For `ref`: the dialog that it stands in begins here, not at the button that closes it, whether it is open already or opens now. */
export function beginsHere(field: HTMLElement | null): void {
  field?.toggleAttribute('autofocus', true)
  field?.focus()
}
