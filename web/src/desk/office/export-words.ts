import type { ExportList, ExportSchedule } from '@callboard/domain/desk/saved-export.ts'

export const scheduleNames: Record<ExportSchedule, string> = {
  never: 'Never',
  daily: 'Every day',
  weekly: 'Every week',
}

export const exportListNames: Record<ExportList, string> = { entries: 'Entries', registrations: 'Registrations' }

export const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'].map(
  (label, value) => ({ value, label }),
)

export const hours = Array.from({ length: 24 }, (_, value) => ({
  value,
  label: `${value % 12 === 0 ? 12 : value % 12} ${value < 12 ? 'am' : 'pm'}`,
}))

type Timing = { schedule: ExportSchedule; weekday: number; hour: number }

/** 'Every week, Monday 7 am' */
export const scheduleText = ({ schedule, weekday, hour }: Timing): string =>
  schedule === 'never'
    ? 'Not emailed'
    : `${scheduleNames[schedule]}, ${schedule === 'weekly' ? `${weekdays[weekday]?.label ?? ''} ` : ''}${hours[hour]?.label ?? ''}`
