import type { Facts, Registration } from '@callboard/domain/registrations/registration.ts'
import { useEffect, useMemo, useState } from 'react'

/** The rule and its mark are loaded behind the list, which can be read without them. */
const loadParts = async () => {
  const [{ routinesWithoutPlace }, { WithoutPlace }] = await Promise.all([
    import('@callboard/domain/registrations/places/shortage.ts'),
    import('./WithoutPlace.tsx'),
  ])
  return { routinesWithoutPlace, WithoutPlace }
}
let loadedParts: Awaited<ReturnType<typeof loadParts>> | undefined

/** The routines that do not fit the places left, by id, and the component that marks them. Nothing while it loads. */
export function useWithoutPlace(registration: Registration, facts: Facts) {
  const [parts, setParts] = useState(loadedParts)
  useEffect(() => {
    if (loadedParts) return
    // Without them Submit says the same.
    loadParts().then(
      (all) => {
        loadedParts = all
        setParts(all)
      },
      () => undefined,
    )
  }, [])
  const byId = useMemo(
    () => new Map(parts?.routinesWithoutPlace(registration, facts).map((one) => [one.routine.id, one])),
    [parts, registration, facts],
  )
  return { byId, WithoutPlace: parts?.WithoutPlace }
}
