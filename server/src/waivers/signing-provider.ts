import { createHash } from 'node:crypto'

/** What is signed, as a whole: nothing of it can be changed without being noticed. */
export type SignedDocument = {
  waiver: string
  version: number
  text: string
  form: unknown
  signature: string
  signed_at: string
  ip: string
}

/** Who takes signatures. Throws when it cannot be reached or will not; then nothing is signed. A69. */
export type SigningProvider = { seal: (document: SignedDocument) => Promise<string> }

/** Our own: a typed name, and a fingerprint over all that was signed. */
export const typedSignatures: SigningProvider = {
  seal: async (document) => createHash('sha256').update(JSON.stringify(document)).digest('hex'),
}
