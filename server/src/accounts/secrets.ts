import type { Db } from '../platform/db/connect.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import type { Sealer } from '../platform/sealer.ts'
import { listSecretsToSeal, replaceSecrets } from './second-factor-queries.ts'

const about = (user_id: number) => `second factor of ${user_id}`

/** Returns the sealed secret for storage, so that a reader of the table cannot generate codes. SEC-020. */
export const sealSecret = (sealer: Sealer, user_id: number, secret: string) => sealer.seal(secret, about(user_id))

export const unsealSecret = (sealer: Sealer, user_id: number, sealedText: string) =>
  sealer.open(sealedText, about(user_id))

const atOnce = 500

/** Seals secrets that are unsealed or use an older key. Returns the ids of missing keys. */
export async function sealSecrets(db: Db, sealer: Sealer): Promise<string[]> {
  const missing = new Set<string>()
  for (let last = 0; ;) {
    const rows = await inTransaction(db, (tx) => listSecretsToSeal(tx, { mark: sealer.mark, after: last, atOnce }))
    const readable = rows.filter(({ secret }) => sealer.missingKeyOf(secret) === null)
    const sealed = readable.map(({ user_id, secret }) => ({
      user_id,
      secret,
      sealed: sealSecret(sealer, user_id, unsealSecret(sealer, user_id, secret)),
    }))
    if (sealed.length > 0) await inTransaction(db, (tx) => replaceSecrets(tx, sealed))
    for (const { secret } of rows) missing.add(sealer.missingKeyOf(secret) ?? '')
    const end = rows.at(-1)
    if (!end || rows.length < atOnce) break
    last = end.user_id
  }
  missing.delete('')
  return [...missing]
}
