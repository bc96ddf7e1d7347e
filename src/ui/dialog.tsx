import { Modal, type ModalProps } from './modal.tsx'

type DialogProps = ModalProps & { size?: 'sm' | 'md' | 'lg' }

/** A question or a short form in the middle. */
export function Dialog({ size = 'md', ...modal }: DialogProps) {
  return <Modal {...modal} lined={false} className={`modal-dialog ${widths[size]}`} />
}

const widths = {
  sm: '[--modal-width:24rem]',
  md: '[--modal-width:30rem]',
  lg: '[--modal-width:44rem]',
}
