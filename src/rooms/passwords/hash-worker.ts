// A thread that hashes passwords, at a lower priority than the one that serves pages.
import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { hashPassword, isPassword } from './argon2.ts'

export interface HashTask {
  password: string
  /** To be compared with; absent: to be made. */
  hash?: string
}

export interface HashAnswer {
  answer?: string | boolean
  failure?: string
}

try {
  // On Linux this is the priority of this thread alone; elsewhere it would be the whole program's.
  if (process.platform === 'linux') setPriority(0, 10)
} catch {
  // A container may forbid it: then it works as fast as everything else.
}

parentPort?.on('message', ({ password, hash }: HashTask) => {
  const reply = (answer: HashAnswer) => parentPort?.postMessage(answer)
  try {
    reply({ answer: hash === undefined ? hashPassword(password) : isPassword(password, hash) })
  } catch (error) {
    reply({ failure: (error as Error).message })
  }
})
