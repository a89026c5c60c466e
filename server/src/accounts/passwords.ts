import { hash, verify } from '@node-rs/argon2'

// argon2id with the library's defaults: 19 MiB, two passes. SEC-020.
export const hashPassword = (password: string): Promise<string> => hash(password)

let decoy: Promise<string> | undefined

/** Verifies a password. Takes equally long for accounts that do not exist. */
export async function isPassword(password: string, stored: string | null | undefined): Promise<boolean> {
  decoy ??= hashPassword('nobody has this password')
  const right = await verify(stored ?? (await decoy), password)
  return right && Boolean(stored)
}
