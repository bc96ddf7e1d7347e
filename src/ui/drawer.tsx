import { Modal, type ModalProps } from './modal.tsx'

/** Slides in from the inline end, over the full height: filters and carts on phones. */
export function Drawer(props: ModalProps) {
  return <Modal {...props} lined className="modal-drawer" />
}
