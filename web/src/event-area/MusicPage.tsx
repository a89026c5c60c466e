import { useMemo } from 'react'
import { MusicBoard } from '../music/MusicBoard.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { useEvent } from './event-record.ts'

/** The music of a completed registration's routines. EVT-031, MUS-001. */
export function MusicPage() {
  const { id } = useEvent()
  const visit = useMemo(() => ({ registration_id: id }), [id])
  return (
    <>
      <PageHeader title="Music" />
      <MusicBoard visit={visit} />
    </>
  )
}
