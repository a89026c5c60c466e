import { usd } from '../../kernel/money.ts'
import type { QuoteLine } from '../pricing/line.ts'
import { reasonFields } from '../pricing/reason.ts'
import type { Facts, Registration } from '../registration.ts'
import { participants, typeOf } from './program.ts'

/** The program's price lines, in cents: the amount of each dancer's type, with its reason. PROG-021. */
export function programLines(registration: Registration, facts: Facts): QuoteLine[] {
  const { vip_name } = facts.tour_date.event
  return participants(registration, facts).flatMap((attendee): QuoteLine[] => {
    const type = typeOf(attendee, facts)
    if (!type) return []
    const { person_id, person } = attendee
    return [
      {
        key: `vip_type:${person_id}`,
        group: 'bestdancer',
        kind: 'vip_type',
        label: `${person.fname} ${person.lname}: ${type.name}`,
        amount: type.amount,
        ...reasonFields([
          type.amount === 0
            ? ['program_free', `${vip_name}, ${type.name}: free`]
            : ['program_price', `${vip_name}, ${type.name}: ${usd(type.amount)} per dancer`],
        ]),
        person_id,
        routine: null,
      },
    ]
  })
}
