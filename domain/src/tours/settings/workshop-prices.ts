import { cents, dollars, type Cents } from '../../kernel/money.ts'
import { anywhere, definer } from './definition.ts'

const define = definer('Workshop prices')

/** Workshop prices beside those of its levels, and discounts. */
export const workshopPriceSettings = {
  college_discount_cap: define<Cents>({
    label: 'College discount, at most',
    help: 'Taken off the workshop fee of a dancer with a student ID.',
    kind: 'money',
    scope: anywhere,
    value: dollars(225),
    source: 'S1 §9 L203, A14',
  }),
  media_pass_fee: define<Cents>({
    label: 'Media season pass',
    help: 'Charged once per dancer and season.',
    kind: 'money',
    is_price: true,
    scope: anywhere,
    value: cents(4_999),
    source: 'S1 §9 L205',
  }),
  vip_experience_fee: define<Cents>({
    label: 'VIP experience',
    help: 'Add-on per person.',
    kind: 'money',
    is_price: true,
    scope: anywhere,
    value: dollars(250),
    source: 'S1 §9 L206',
  }),
  photoshoot_fee: define<Cents>({
    label: 'Photoshoot',
    help: 'Add-on per person.',
    kind: 'money',
    is_price: true,
    scope: anywhere,
    value: dollars(85),
    source: 'S1 §9 L206',
  }),
  awe_experience_fee: define<Cents>({
    label: 'Awe experience',
    help: 'Add-on per person, with an intensive only.',
    kind: 'money',
    is_price: true,
    scope: anywhere,
    value: dollars(150),
    source: 'S1 §9 L206',
  }),
  comp_room_students: define<number>({
    label: 'Complimentary room, with more dancers than',
    help: 'Paying dancers. One more earns the room.',
    kind: 'count',
    range: [1, 1_000],
    scope: anywhere,
    value: 59,
    source: 'S1 §9 L213',
  }),
  group_size: define<number>({
    label: 'Group price, from this many attendees',
    help: 'Intensives only.',
    kind: 'count',
    range: [2, 1_000],
    scope: anywhere,
    value: 5,
    source: 'S1 §4 L97',
  }),
  reprice_on_edit: define<boolean>({
    label: 'Edits use the rate and prices of their day',
    help: 'When off, a completed registration keeps its rate and its prices.',
    kind: 'switch',
    scope: anywhere,
    value: false,
    source: 'A30',
  }),
}
