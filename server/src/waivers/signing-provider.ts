import { createHash } from 'node:crypto'

/** The complete signed content; later changes are detectable. */
export type SignedDocument = {
  waiver: string
  version: number
  text: string
  form: unknown
  signature: string
  signed_at: string
  ip: string
}

/** Provider of signatures. Throws when it is unreachable or refuses; nothing is signed then. A69. */
export type SigningProvider = { seal: (document: SignedDocument) => Promise<string> }

declare module '../platform/dependencies.ts' {
  interface Dependencies {
    /** Provider of waiver signatures; default: the built-in one. */
    signing?: SigningProvider
  }
}

/** Our own: a typed name, and a fingerprint over all that was signed. */
export const typedSignatures: SigningProvider = {
  seal: async (document) => createHash('sha256').update(JSON.stringify(document)).digest('hex'),
}
