// Works out a challenge apart from the page, which stays usable meanwhile. Our own hash, because browsers have theirs only
// on https and ask for a promise each time.
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

addEventListener('message', ({ data }: MessageEvent<{ challenge: string; salt: string; maxnumber: number }>) => {
  const started = sha256.create().update(utf8ToBytes(data.salt))
  for (let number = 0; number <= data.maxnumber; number++) {
    const hash = started
      .clone()
      .update(utf8ToBytes(String(number)))
      .digest()
    if (bytesToHex(hash) === data.challenge) return postMessage(number)
  }
  postMessage(null)
})
