import { isBoundByCompletion } from '@callboard/domain/registrations/registration-status.ts'
import { levelsById } from '@callboard/domain/registrations/attendees/level.ts'
import { chooseBestDancer, type BestDancerChoices } from '@callboard/domain/registrations/best-dancers/best-dancer.ts'
import { whyNotBestDancers } from '@callboard/domain/registrations/best-dancers/complete.ts'
import {
  mayTakePart,
  participants,
  programOf,
  typesOffered,
} from '@callboard/domain/registrations/best-dancers/program.ts'
import { bestDancerWording } from '@callboard/domain/registrations/best-dancers/refusals.ts'
import { worded } from '@callboard/domain/kernel/wording.ts'
import type { Attendee, Facts } from '@callboard/domain/registrations/registration.ts'
import { compareNames } from '@callboard/domain/roster/roster-order.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { memo, useMemo } from 'react'
import { DancerCard } from '../registrations/best-dancers/DancerCard.tsx'
import { PhotoCell } from '../registrations/best-dancers/PhotoCell.tsx'
import { ProgramTools } from '../registrations/best-dancers/ProgramTools.tsx'
import { programQuery } from '../registrations/best-dancers/program-query.ts'
import type { SavedPhoto } from '../registrations/best-dancers/send-photo.ts'
import styles from '../registrations/best-dancers/Program.module.css'
import { Empty } from '../ui/Empty.tsx'
import { Panel } from '../ui/Panel.tsx'
import { StepPage } from './StepPage.tsx'
import { usePerform } from './use-perform.ts'
import { useStore, useWizard } from './wizard-context.tsx'
import { ReadErrors, type ReadResult } from '../shell/ErrorPage.tsx'

const ofOwner = {}

const byName = (one: Attendee, other: Attendee) => compareNames(one.person, other.person)

/** The program of the finals: who takes part, and what each of them gives. PROG-001, WIZ-006. */
export function ProgramStep() {
  const registration = useWizard((state) => state.registration)
  const facts = useWizard((state) => state.facts)
  const { photos, read } = usePhotos()
  const acts = useActs()
  const { event } = facts.tour_date
  const { garment, asks_name } = programOf(facts)
  const dancers = useMemo(
    () => mayTakePart({ attendees: registration.attendees }, facts).toSorted(byName),
    [registration.attendees, facts],
  )
  const levels = levelsById(facts.workshop_levels)
  const refusal = whyNotBestDancers(registration, facts)
  const count = participants(registration, facts).length

  return (
    <StepPage
      name="vip"
      title={event.vip_name_plural}
      intro={`Choose how each dancer takes part. ${registration.editing ? 'Photos' : 'Photos and details to complete'} can also come later, from you or from the parents.`}
      blocked={refusal && worded(bestDancerWording, refusal)}
    >
      <ReadErrors reads={[read]} />
      <Panel
        title={count === 1 ? '1 dancer takes part' : `${count} dancers take part`}
        flush
        actions={
          <ProgramTools
            program={event.vip_name_plural}
            garment={garment}
            asks_name={asks_name}
            sizes={facts.jacket_sizes.map(({ top_chest, top_length, ...size }) =>
              garment === 'top' ? { ...size, chest: top_chest, length: top_length } : size,
            )}
            types={typesOffered(facts)}
          />
        }
      >
        {dancers.length === 0 ? (
          <Empty title="No dancers yet">Add dancers in the previous step, then choose here who takes part.</Empty>
        ) : (
          <ul className={styles['list']} aria-label={event.vip_name_plural}>
            {dancers.map((attendee) => (
              <li key={attendee.person_id} className={styles['item']}>
                <Row
                  attendee={attendee}
                  facts={facts}
                  level={levels.get(attendee.workshop_level_id)?.level ?? ''}
                  photo={attendee.best_dancer_photo === null ? null : (photos.get(attendee.person_id) ?? null)}
                  completed={isBoundByCompletion(registration, facts)}
                  editing={registration.editing}
                  acts={acts}
                />
              </li>
            ))}
          </ul>
        )}
      </Panel>
    </StepPage>
  )
}

type RowProps = {
  attendee: Attendee
  facts: Facts
  level: string
  photo: string | null
  completed: boolean
  editing: boolean
  acts: Acts
}

/** Drawn again when its dancer changed: beside three hundred others, typing stays at once. */
const Row = memo(function Row({ attendee, facts, level, photo, completed, editing, acts }: RowProps) {
  const { person_id, person, date_attendee_id } = attendee
  const { edit_bd_jacket, edit_bd_routine } = facts.tour_date.settings
  const isNoted = completed && date_attendee_id !== null
  return (
    <DancerCard
      attendee={attendee}
      facts={facts}
      level={level}
      closed={{ jacket: isNoted && !edit_bd_jacket, routine: isNoted && !edit_bd_routine }}
      photo={
        <PhotoCell
          name={`${person.fname} ${person.lname}`}
          photo={photo}
          visit={ofOwner}
          attendee={() => acts.numberOf(person_id)}
          // Owners change photos in the event's tab: an edit of theirs does not hold any.
          open={!editing || Boolean(facts.by_office)}
          onChanged={(saved) => acts.changed(person_id, saved)}
        />
      }
      choose={(choices) => acts.choose(person_id, choices)}
    />
  )
})

/** The thumbnails, by person: files that are asked for apart from the registration. */
function usePhotos(): { photos: ReadonlyMap<number, string | null>; read: ReadResult } {
  const store = useStore()
  const read = useQuery(programQuery({ registration_id: store.id }))
  const { data } = read
  const photos = useMemo(() => new Map(data?.dancers.map(({ person_id, photo }) => [person_id, photo])), [data])
  return { photos, read }
}

type Acts = ReturnType<typeof useActs>

/** Actions on a dancer of the step; their identity is stable while the step is open. */
function useActs() {
  const store = useStore()
  const queries = useQueryClient()
  const perform = usePerform()
  return useMemo(
    () => ({
      choose: (person_id: number, choices: Partial<BestDancerChoices>) =>
        void perform((it, facts) => chooseBestDancer(it, { person_id, ...choices }, facts)),
      async numberOf(person_id: number): Promise<number | null> {
        await store.flush()
        return store.get().registration.attendees[person_id]?.id ?? null
      },
      changed(person_id: number, saved: SavedPhoto | null) {
        // A photo is a change of the office's edit, which has another version now.
        if (store.get().facts.by_office) void store.reload()
        store.setPhoto(person_id, {
          best_dancer_photo: saved?.best_dancer_photo ?? null,
          best_dancer_photo_original: saved?.best_dancer_photo_original ?? null,
        })
        void queries.invalidateQueries({ queryKey: ['GET /v1/tda/best-dancers'] })
      },
    }),
    [store, queries, perform],
  )
}
