import { emailError } from '@callboard/domain/roster/contact.ts'
import { call } from '../api/call.ts'
import { askText, confirm } from '../ui/dialogs.ts'
import { toast } from '../ui/toasts.ts'
import { player } from './player.ts'
import { shareOptions, type RoutineMusic, type MusicVisit } from './music-query.ts'
import { showFailureAndReload } from './use-uploads.ts'

/** Actions on a routine's music, except the upload. */
export function makeMusicActions(visit: MusicVisit, onChanged: () => void) {
  /** Saves, and shows what is so now. False: it failed, which was said. */
  const save = (work: Promise<unknown>, successMessage: string) =>
    work.then(
      () => {
        toast(successMessage)
        onChanged()
        return true
      },
      async (error: unknown) => {
        await showFailureAndReload(error)
        return false
      },
    )

  const put = (music: {
    id?: number
    registrationsRoutineId?: number
    notes?: string
    name?: string
    no_music?: boolean
  }) => call('PUT /v1/mybtf/music', { body: { music } }, shareOptions(visit))

  return {
    /** MUS-006. */
    async setNoMusic({ registrations_routine_id, music }: RoutineMusic, no_music: boolean) {
      const isConfirmed =
        !no_music ||
        !music ||
        (await confirm({
          title: 'No Music',
          message: 'This will remove the uploaded music. Continue?',
          yes: 'Yes, remove it',
          no: 'No, keep the music',
          consequence: 'loss',
        }))
      if (!isConfirmed) return
      player.stop(music?.id)
      await save(
        put({ registrationsRoutineId: registrations_routine_id, no_music }),
        no_music ? 'Marked as No Music' : 'Music is expected',
      )
    },

    /** MUS-007. */
    async note({ music, name }: RoutineMusic) {
      if (!music) return
      await askText({
        title: `Note for “${name}”`,
        message: 'For the sound desk: when to start, where to fade.',
        label: 'Note',
        start: music.notes ?? '',
        yes: 'Save note',
        check: (text) => (text.length > 500 ? 'Please keep it under 500 characters.' : undefined),
        draft: ['music-note', music.id],
        act: (notes) => save(put({ id: music.id, notes }), 'Note saved'),
      })
    },

    async rename({ music }: RoutineMusic) {
      if (!music) return
      const start = music.name.slice(0, music.name.lastIndexOf('.'))
      await askText({
        title: 'Rename the file',
        message: 'The file extension stays the same.',
        label: 'File name',
        start,
        yes: 'Rename',
        draft: ['music-name', music.id],
        act: (name) => save(put({ id: music.id, name: `${name}${music.name.slice(start.length)}` }), 'Renamed'),
      })
    },

    /** MUS-012. */
    async remove({ registrations_routine_id, name, music }: RoutineMusic) {
      const isConfirmed = await confirm({
        title: 'Remove the music',
        message: `“${music?.name ?? ''}” is removed from “${name}”.`,
        yes: 'Yes, remove it',
        no: 'No, keep it',
        consequence: 'loss',
      })
      if (!isConfirmed) return
      player.stop(music?.id)
      const query = { registrationsRoutineId: registrations_routine_id }
      await save(call('DELETE /v1/mybtf/music', { query }, shareOptions(visit)), 'Music removed')
    },

    /** MUS-008. */
    async mailLink({ registrations_routine_id: routine, name, upload_email }: RoutineMusic) {
      await askText({
        title: `Email a link for “${name}”`,
        message: 'The recipient can upload the music of this routine without an account.',
        label: 'Email',
        start: upload_email ?? '',
        yes: 'Send link',
        check: (text) => emailError(text, true) ?? undefined,
        draft: ['music-link', routine],
        act: async (email) => {
          const data = { registration_id: visit.registration_id, routine }
          await call('POST /v1/mybtf/registration/music-reminder', { body: { email, data } })
          toast('Email Sent')
          onChanged()
        },
      })
    },
  }
}

export type MusicActions = ReturnType<typeof makeMusicActions>
