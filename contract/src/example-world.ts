/**
 * The people and registrations that endpoint examples speak of. The scenario of the same name makes them; the access
 * matrix and the fuzz test call every endpoint with them, and OpenAPI shows them as they stand in `illustration`.
 */
export type ExampleWorld = {
  owner: { user_id: number; email: string; password: string; studio_id: number; person_id: number; session_id: string }
  event_id: number
  season_id: number
  /** An open city in which the owner has no registration yet. */
  free_tour_date_id: number
  /**
   * Drafts that only the office sees: a city of the event that is complete, an event without cities, a season that was made
   * from another and has nothing in it, and a season with nothing at all.
   */
  unpublished: {
    tour_date_id: number
    event_id: number
    season_copy_id: number
    empty_season_id: number
  }
  /** On the owner's roster and in no registration. */
  spare_person_id: number
  /** In progress: dancers, a teacher and two routines; nothing agreed or paid. */
  draft: ExampleRegistration
  /** Reviewed, holding its places, nothing paid. */
  reviewed: ExampleRegistration
  /** Paid in full, not yet completed. */
  covered: ExampleRegistration
  /** Completed, paid by a deposit, waiting for the office. */
  completed: ExampleRegistration & { snapshot_id: number; report_token: string }
  /** Completed and confirmed by the office; its `attendee_id` takes part virtually and has an access code. */
  confirmed: ExampleRegistration
  /** The same, with an edit that is reviewed; `version` is the edit's. */
  edited: ExampleRegistration
  /** `confirmed` with an edit of the office for its owner; `version` is the edit's, `total` the price with it. */
  office_edited: { id: number; version: number; total: number }
  /** A saved card of the owner. */
  billing_id: string
  /** An attempt of the owner's to pay, declined. */
  orderid: string
  promo_code: string
  /**
   * To the completed registrations of `completed`’s city. `id`: a draft; `scheduled_id`: scheduled. `unsubscribe_token`: of a
   * link in the news of its brand.
   */
  group_mail: { id: number; scheduled_id: number; unsubscribe_token: string }
  /** The office’s own view and export of a list; `export_token`: of the link that is mailed. */
  saved: { view_id: number; export_id: number; export_token: string }
  /** To the office, unanswered; `token` is the one of its link. */
  invitation: { id: number; token: string }
  /** `session` is the owner's own token; `music` a shared link to the music of `completed`. */
  tokens: { confirm: string; reset: string; setup: string; session: string; music: string }
  /**
   * Signing in with a second step. `first_code`: of the app of the owner, who has begun to set it up. The independent has
   * one: a recovery code of theirs, and the password given already. `session_id`: another session of the owner's.
   */
  second_factor: { first_code: string; recovery_code: string; second_step: string; session_id: number }
  /** In a full city: `entry_id` waits with `routine_id`, `offer_id` has an offer, `idle_person_id` dances nothing. */
  waiting: {
    registration_id: number
    version: number
    tour_date_id: number
    entry_id: number
    routine_id: number
    offer_id: number
    /** A person who waits for a full level. */
    waiting_person_id: number
    idle_person_id: number
    performance_division_id: number
  }
  /** Of `completed`'s city, unpublished: its routine is in `block_id`; nothing is in `empty_block_id`. */
  running_order: { tour_date_id: number; version: number; block_id: number; empty_block_id: number; routine_id: number }
  /** Of `confirmed`'s city, published; `share_token`: a link to its schedule; `display_id`: a screen in its hall. */
  published_order: {
    tour_date_id: number
    version: number
    registration_id: number
    routine_id: number
    share_token: string
    display_id: number
    display_token: string
    /** Of the public page. */
    public_token: string
  }
  /** `item_id` is in the vocabulary, `unused_item_id` too; `client_id`: a sheet of `judged`'s routine. */
  critiques: { tour_date_id: number; item_id: number; unused_item_id: number; client_id: string }
  /**
   * Media of `judged`'s city: `recording_id` is heard by `judged`'s routine, `failed_id` could not be processed, `loose_id`
   * is nobody's yet, `upload_id` is begun by the office's account, `device_upload_id` by the device of `judging`.
   */
  media: {
    tour_date_id: number
    registration_id: number
    routine_id: number
    seat_id: number
    recording_id: string
    failed_id: string
    loose_id: string
    upload_id: string
    device_upload_id: string
    video_id: string
  }
  homework: { id: number }
  /**
   * Of a city that is over: `question_id` is of `version`, which nobody has answered but `answered_registration_id`,
   * whose survey is ready to be submitted.
   */
  survey: {
    tour_date_id: number
    registration_id: number
    answered_registration_id: number
    version: number
    question_id: number
  }
  /**
   * A city that was judged and released. Then a mark changed: its results are proposed again, by somebody else than the
   * office's example account, its critiques are not (`input_hash` and `warnings` are of their preview). A placement, and
   * an award that the office picks.
   */
  judged: {
    tour_date_id: number
    registration_id: number
    routine_id: number
    award_id: number
    picked_award_id: number
    /** A block of awards. */
    awards_block_id: number
    proposal_id: number
    input_hash: string
    warnings: readonly string[]
    report_token: string
    /** A link to its critiques. */
    share_token: string
  }
  /**
   * A city with two judged blocks and an audition. `typed_sheet` waits to be confirmed and `contested_sheet` to be chosen;
   * `own_sheet` is of `device_id`, which sits on the seat `marked` and has `device_token`.
   */
  judging: {
    tour_date_id: number
    registration_id: number
    judge_id: number
    scale_id: number
    spare_scale_id: number
    panel_id: number
    panel_version: number
    spare_panel_id: number
    spare_block_id: number
    routine_id: number
    other_routine_id: number
    /** Seats of `routine_id`: with a mark, without. */
    seats: { marked: number; missing: number }
    typed_sheet: string
    contested_sheet: string
    own_sheet: string
    /** A hand-over of `device_id` whose sheet is stored already. */
    hand_over_code: string
    deduction_id: number
    locked: { routine_id: number; seat_id: number }
    device_id: number
    device_token: string
    pairing_id: number
    pairing_code: string
    audition: { attendee_id: number; missing_seat: number; typed_sheet: string }
  }
  /** In a nationals city with the Studio of the Year. `nomination_type_id` asks for nobody’s name and takes `routine_id`. */
  nationals: { registration_id: number; version: number; routine_id: number; nomination_type_id: number }
  /**
   * Of `completed`. `share_token`: a link to its waivers. `request_id`, `sign_token`, `person_id`: mailed, unsigned.
   * `signed_request_id`, `signed_person_id`: signed.
   */
  waivers: {
    waiver_type_id: number
    share_token: string
    request_id: number
    sign_token: string
    person_id: number
    signed_request_id: number
    signed_person_id: number
  }
  /** Of `completed`'s city: an item, and a PDF that was put for its media pass. */
  news: { id: number; media_pass: string }
  /** Someone without a studio, with a registration in progress. */
  independent: { user_id: number; registration_id: number }
  /** An account that may go, its address never confirmed, and somebody on its roster who is in no registration. */
  leaving: { user_id: number; person_id: number }
  unclaimed_studio: { id: number; email: string }
  claimed_studio_id: number
  /** A signed place to put a file, and the key it will have. */
  upload: { token: string; read_token: string; key: string }
  /** `key`: a file put for the music of `completed`'s routine, and nothing registered yet. `id`: the music of `confirmed`'s. */
  music: { key: string; id: number }
  /** A dancer of the program in the nationals city; photo and original have been put and are not saved. */
  photos: {
    registration_id: number
    attendee_id: number
    photo: string
    original: string
    /** A dancer of `completed` whose photo is saved. */
    saved_attendee_id: number
  }
  /** `credit_id`: claimed and undecided, on `reviewed`. `mail_id`: a mail that could not be sent. `exception_id`: a payment to look at. `payment_id`: by card, on `confirmed`. `promo_id`: a promo code nobody has. `scholarship_id`: one nobody uses; its holder, the owner's first dancer, has attended on record. */
  office: {
    /** On the owner's roster; the account that entered them is gone. */
    ownerless: { person_id: number; version: string }
    user_id: number
    credit_id: number
    mail_id: number
    exception_id: number
    payment_id: number
    promo_id: number
    scholarship_id: number
  }
}

export type ExampleRegistration = {
  id: number
  version: number
  tour_date_id: number
  attendee_id: number
  /** A dancer who dances in `routine_id`. */
  person_id: number
  /** A dancer who is in no routine. */
  idle_person_id: number
  routine_id: number
  performance_division_id: number
  level_id: number
  /** Everyone registered, as a save of the people names them. */
  attendees: readonly { person_id: number; workshop_level_id: number }[]
}

const registration = (id: number): ExampleRegistration => ({
  id,
  version: 3,
  tour_date_id: id + 40,
  attendee_id: 501,
  person_id: 71,
  idle_person_id: 72,
  routine_id: 301,
  performance_division_id: 2,
  level_id: 3,
  attendees: [
    { person_id: 71, workshop_level_id: 3 },
    { person_id: 72, workshop_level_id: 3 },
  ],
})

/** The world as the API's documentation prints it. */
export const illustration: ExampleWorld = {
  owner: {
    user_id: 12,
    email: 'grace@example.com',
    password: 'Rehearsal7',
    studio_id: 5,
    person_id: 70,
    session_id: 'c2Vzc2lvbg',
  },
  event_id: 7,
  season_id: 41,
  free_tour_date_id: 51,
  unpublished: { tour_date_id: 88, event_id: 9, season_copy_id: 3, empty_season_id: 43 },
  spare_person_id: 73,
  draft: registration(1),
  reviewed: registration(2),
  covered: registration(3),
  completed: { ...registration(4), snapshot_id: 9, report_token: 'q3X2…' },
  confirmed: registration(5),
  edited: registration(8),
  office_edited: { id: 10_205, version: 3, total: 187_500 },
  billing_id: 'm_01JTEST',
  orderid: 'P-01JTEST',
  promo_code: 'EARLYBIRD',
  group_mail: { id: 6, scheduled_id: 7, unsubscribe_token: 's1.5f…' },
  saved: { view_id: 3, export_id: 2, export_token: 's1.5f…' },
  invitation: { id: 4, token: 'c6Mj…' },
  tokens: { confirm: 'k7Gd…', reset: 'w1Lp…', setup: 'Zr40…', session: 'p0Vx…', music: 'h5Tn…' },
  second_factor: { first_code: '492039', recovery_code: 'ABCD-EFGH-JKLM-NPQR', second_step: 'u8Qb…', session_id: 88 },
  waiting: {
    registration_id: 7,
    version: 5,
    tour_date_id: 47,
    entry_id: 21,
    routine_id: 331,
    offer_id: 20,
    waiting_person_id: 5,
    idle_person_id: 73,
    performance_division_id: 2,
  },
  running_order: { tour_date_id: 44, version: 6, block_id: 3, empty_block_id: 4, routine_id: 301 },
  judged: {
    ...{
      tour_date_id: 46,
      registration_id: 11,
      routine_id: 312,
      award_id: 21,
      picked_award_id: 22,
      awards_block_id: 12,
    },
    ...{ share_token: 'd8Xe…', report_token: 'q7Nz…' },
    ...{ proposal_id: 4, input_hash: '9c1f…', warnings: ['{"entry_id":312,"kind":"incomplete"}'] },
  },
  published_order: {
    tour_date_id: 45,
    version: 9,
    registration_id: 5,
    routine_id: 311,
    share_token: 'n4Kc…',
    display_id: 2,
    display_token: 'kT81…',
    public_token: 'pQ27…',
  },
  critiques: { tour_date_id: 45, item_id: 4, unused_item_id: 9, client_id: '0f8fad5b-d9cb-469f-a165-70867728950e' },
  media: {
    ...{ tour_date_id: 46, registration_id: 11, routine_id: 312, seat_id: 31 },
    recording_id: '7d1f7f0e-52a6-4d3a-9b1e-2f6c1f5a8d01',
    failed_id: '7d1f7f0e-52a6-4d3a-9b1e-2f6c1f5a8d02',
    loose_id: '7d1f7f0e-52a6-4d3a-9b1e-2f6c1f5a8d03',
    upload_id: '7d1f7f0e-52a6-4d3a-9b1e-2f6c1f5a8d04',
    device_upload_id: '7d1f7f0e-52a6-4d3a-9b1e-2f6c1f5a8d05',
    video_id: '7d1f7f0e-52a6-4d3a-9b1e-2f6c1f5a8d06',
  },
  homework: { id: 6 },
  survey: { tour_date_id: 49, registration_id: 10, answered_registration_id: 11, version: 3, question_id: 21 },
  judging: {
    ...{
      tour_date_id: 52,
      registration_id: 12,
      judge_id: 3,
      scale_id: 1,
      spare_scale_id: 2,
      panel_id: 4,
      panel_version: 1,
    },
    ...{ spare_panel_id: 5, spare_block_id: 8, routine_id: 401, other_routine_id: 402 },
    seats: { marked: 11, missing: 12 },
    typed_sheet: '0d9c6a1e-3f3b-4c8e-9a57-1b2c3d4e5f60',
    contested_sheet: '0d9c6a1e-3f3b-4c8e-9a57-1b2c3d4e5f61',
    own_sheet: '0d9c6a1e-3f3b-4c8e-9a57-1b2c3d4e5f62',
    hand_over_code: 'CALLBOARD-SHEETS 9 2c1f… 1/1 [["0d9c…",402,1,9200,…]]',
    deduction_id: 6,
    locked: { routine_id: 403, seat_id: 11 },
    ...{ device_id: 9, device_token: 'd3Vw…', pairing_id: 7, pairing_code: '483921' },
    audition: { attendee_id: 90, missing_seat: 21, typed_sheet: '0d9c6a1e-3f3b-4c8e-9a57-1b2c3d4e5f63' },
  },
  nationals: { registration_id: 9, version: 4, routine_id: 351, nomination_type_id: 61 },
  waivers: {
    waiver_type_id: 1,
    share_token: 'v9Rw…',
    request_id: 61,
    sign_token: 'b2Ny…',
    person_id: 72,
    signed_request_id: 60,
    signed_person_id: 74,
  },
  news: { id: 31, media_pass: 'media-passes/44/h2Kd0xPqRw91.pdf' },
  independent: { user_id: 14, registration_id: 6 },
  leaving: { user_id: 19, person_id: 91 },
  unclaimed_studio: { id: 8, email: 'front.desk@example.com' },
  claimed_studio_id: 5,
  upload: { token: 'eyJr…', read_token: 'cmVh…', key: 'college-discounts/41/1/student-id.jpg' },
  music: { key: 'music/44/4/301/k2Wd0xPq.wav', id: 12 },
  photos: {
    registration_id: 61,
    attendee_id: 812,
    photo: '41/best_dancer/61/812/4b0e.jpg',
    original: '41/best_dancer/61/812/91c3.jpg',
    saved_attendee_id: 340,
  },
  office: {
    user_id: 2,
    credit_id: 6,
    mail_id: 31,
    exception_id: 4,
    payment_id: 17,
    promo_id: 9,
    scholarship_id: 11,
    ownerless: { person_id: 84, version: '5f0c2b7e' },
  },
}
