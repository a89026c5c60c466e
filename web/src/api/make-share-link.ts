import type { SharePath } from '@callboard/domain/share-links/share-link.ts'
import { call } from './call.ts'
import { showFailure } from './failure.ts'

/** A link that opens one page of a registration without an account; undefined when there is none, which was said. TOK-013. */
export async function makeShareLink(path: SharePath, registration_id: number): Promise<string | undefined> {
  try {
    return (await call('POST /v1/dance360/share-links', { body: { path, registration_id } })).url
  } catch (error) {
    await showFailure(error, () => {})
    return undefined
  }
}
