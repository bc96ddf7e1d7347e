import { access } from 'node:fs/promises'

/** Whether a file or folder is there. One that may not be looked at is: whoever goes on hears why. */
export const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    ({ code }) => code !== 'ENOENT' && code !== 'ENOTDIR',
  )
