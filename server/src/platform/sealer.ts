import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

/** Keeps texts that must be read again in such a way that the database alone tells nothing of them. */
export type Sealer = {
  /** `about` is the authenticated context: a value sealed for one owner cannot be opened for another. */
  seal: (text: string, about: string) => string
  /** Returns the plaintext. A value stored before sealing was enabled is returned unchanged. */
  open: (storedValue: string, about: string) => string
  /** The key this was sealed with, when it is not among ours. */
  missingKeyOf: (storedValue: string) => string | null
  /** Prefix of all values sealed with the newest key. */
  mark: string
}

class UnfitSecretsKey extends Error {}

type Key = { id: string; bytes: Buffer }

const algorithm = 'aes-256-gcm'
const [ivBytes, tagBytes] = [12, 16]
const form = 's1'

/** A key's name tells nothing of it and never has to be made up. */
const idOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex').slice(0, 8)

function readKey(text: string): Key {
  const bytes = Buffer.from(text, 'base64')
  if (!/^[\w+/-]{43}=?$/.test(text) || bytes.length !== 32) {
    throw new UnfitSecretsKey('Each key of SECRETS_KEY is 32 bytes in base64. Make one: openssl rand -base64 32')
  }
  return { id: idOf(bytes), bytes }
}

/** AES-256-GCM. Of several comma-separated keys the first seals; the others only open existing values. */
export function aesSealer(keysText: string): Sealer {
  const keys = keysText
    .split(',')
    .map((text) => text.trim())
    .filter(Boolean)
    .map(readKey)
  const [newest] = keys
  if (!newest) throw new UnfitSecretsKey('SECRETS_KEY holds no key.')
  const keyOf = (id: string) => keys.find((key) => key.id === id)
  const partsOf = (storedValue: string) => {
    const [start, id = '', sealed = ''] = storedValue.split('.')
    return start === form ? { id, sealed: Buffer.from(sealed, 'base64url') } : null
  }

  return {
    mark: `${form}.${newest.id}.`,
    seal(text, about) {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv(algorithm, newest.bytes, iv).setAAD(Buffer.from(about))
      const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return `${form}.${newest.id}.${Buffer.concat([iv, cipher.getAuthTag(), ciphertext]).toString('base64url')}`
    },
    open(storedValue, about) {
      const parts = partsOf(storedValue)
      if (!parts) return storedValue
      const key = keyOf(parts.id)
      if (!key) throw new UnfitSecretsKey(`SECRETS_KEY lacks the key ${parts.id}.`)
      const tagEnd = ivBytes + tagBytes
      const decipher = createDecipheriv(algorithm, key.bytes, parts.sealed.subarray(0, ivBytes))
      decipher.setAAD(Buffer.from(about)).setAuthTag(parts.sealed.subarray(ivBytes, tagEnd))
      return Buffer.concat([decipher.update(parts.sealed.subarray(tagEnd)), decipher.final()]).toString('utf8')
    },
    missingKeyOf(storedValue) {
      const parts = partsOf(storedValue)
      return parts && !keyOf(parts.id) ? parts.id : null
    },
  }
}
