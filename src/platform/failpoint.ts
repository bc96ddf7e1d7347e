// For the crash tests: a named step at which the process dies as if by `kill -9`, when the environment names it.
// Live mode refuses to start with one (config.ts); without one a step costs an empty call.

const at = process.env.LATCHKEY_FAILPOINT

export const failpoint: (step: string) => void = at
  ? (step) => {
      if (step === at) process.kill(process.pid, 'SIGKILL')
    }
  : () => {}
