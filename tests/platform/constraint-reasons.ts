/**
 * The constraints that no request can meet, by the reason. A new constraint stands here, or in `constraintRefusals` with
 * the refusal it becomes.
 */
export const constraintReasons: Readonly<Record<string, readonly string[]>> = {
  "The row referred to was loaded, and where it could go locked, by the same transaction: its id is none of the client's.":
    `
    addresses_entered_by_fkey addresses_person_id_fkey agreements_name_version_fkey agreements_registration_id_fkey
    agreements_user_id_fkey attendees_registration_id_fkey audit_log_actor_user_id_fkey
    bank_authorizations_attempt_id_fkey bank_authorizations_registration_id_fkey bank_authorizations_user_id_fkey
    capacity_tour_date_id_fkey cast_belongs_to_routine city_choices_tour_date_id_fkey contacts_entered_by_fkey
    contacts_person_id_fkey contacts_studio_contact_id_fkey contacts_studio_id_fkey credits_decided_by_fkey
    credits_registration_id_fkey disputes_attempt_id_fkey disputes_event_id_fkey email_tokens_studio_id_fkey
    email_tokens_user_id_fkey files_owner_user_id_fkey files_registration_id_fkey hold_records_tour_date_id_fkey
    hold_records_user_id_fkey idempotency_keys_user_id_fkey
    invitations_created_by_fkey intensives_tour_date_id_fkey ledger_actor_user_id_fkey ledger_anchor_heads_anchor_id_fkey
    ledger_heads_registration_id_fkey ledger_payment_id_fkey ledger_registration_id_fkey ledger_reverses_id_fkey
    legal_texts_created_by_fkey mails_registration_id_fkey mails_user_id_fkey media_passes_person_id_fkey
    media_passes_registration_id_fkey media_passes_season_id_fkey music_purges_tour_date_id_fkey
    music_registration_routine_id_fkey payment_attempts_of_attempt_id_fkey payment_attempts_payment_method_id_fkey
    payment_attempts_payment_profile_id_fkey payment_attempts_registration_id_fkey payment_attempts_user_id_fkey
    payment_exceptions_attempt_id_fkey payment_exceptions_registration_id_fkey payment_exceptions_resolved_by_fkey
    payment_profiles_initial_attempt_id_fkey payment_profiles_payment_method_id_fkey payment_profiles_user_id_fkey
    payment_reminders_registration_id_fkey payments_admin_id_fkey payments_attempt_id_fkey
    payments_of_payment_id_fkey payments_payment_method_id_fkey payments_registration_id_fkey
    persons_owner_user_id_fkey place_claims_registration_id_fkey price_lines_registration_id_fkey
    promo_uses_event_id_fkey promo_uses_promo_code_id_fkey promo_uses_registration_id_fkey
    promo_uses_season_id_fkey promo_uses_user_id_fkey reconciliation_findings_reconciliation_id_fkey
    reconciliation_findings_registration_id_fkey recovery_codes_user_id_fkey
    registration_routines_age_division_level_id_fkey registration_routines_category_id_fkey
    registration_routines_music_id_fkey registration_routines_registration_id_fkey
    registration_routines_routine_id_fkey registrations_confirmed_by_fkey registrations_studio_id_fkey
    registrations_user_id_fkey season_copies_created_by_fkey season_copies_from_season_id_fkey season_copies_season_id_fkey report_tokens_registration_id_fkey
    report_tokens_snapshot_id_fkey revisions_registration_id_fkey roster_person_id_fkey roster_studio_id_fkey
    roster_user_id_fkey routines_studio_id_fkey routines_user_id_fkey scholarship_donations_registration_id_fkey
    scholarships_used_registration_id_fkey second_factors_user_id_fkey sessions_user_id_fkey
    share_tokens_registration_id_fkey sign_in_steps_user_id_fkey snapshots_registration_id_fkey
    student_id_decisions_attendee_id_fkey student_id_decisions_decided_by_fkey studio_contacts_studio_id_fkey
    studios_address_id_fkey studios_primary_user_id_fkey tour_date_categories_tour_date_id_fkey
    tour_date_exceptions_tour_date_id_fkey tour_date_levels_tour_date_id_fkey tour_date_totals_tour_date_id_fkey
    tour_dates_event_city_id_fkey tour_dates_hotel_id_fkey tour_dates_season_copy_id_fkey tour_dates_venue_id_fkey users_person_id_fkey
    uploads_registration_id_fkey uploads_user_id_fkey users_previous_studio_id_fkey users_studio_id_fkey waiting_cast_belongs_to_routine waiting_casts_level_id_fkey
    waiting_casts_person_id_fkey waiting_entries_registration_id_fkey waiting_entries_tour_date_id_fkey
    waiting_people_entry_id_fkey waiting_people_from_level_id_fkey waiting_people_level_id_fkey
    waiting_people_person_id_fkey waiting_people_registration_id_fkey waiting_routines_entry_id_fkey
    waiting_routines_registration_routine_id_fkey waiver_requests_person_id_fkey waiver_requests_recorded_by_fkey
    competition_blocks_tour_date_id_fkey order_versions_published_by_fkey order_versions_tour_date_id_fkey
    running_order_entries_block_id_fkey running_order_entries_tour_date_id_fkey running_orders_tour_date_id_fkey
    audition_sheets_confirmed_by_fkey audition_sheets_entered_by_fkey audition_sheets_seat_id_fkey
    audition_sheets_withdrawn_by_fkey deductions_entered_by_fkey deductions_voided_by_fkey judge_devices_paired_by_fkey
    judge_devices_seat_id_fkey judge_pairings_created_by_fkey judge_pairings_seat_id_fkey judge_seats_panel_id_fkey
    judged_blocks_block_id_fkey judged_blocks_locked_by_fkey judged_blocks_panel_id_fkey recusals_seat_id_fkey
    score_sheets_confirmed_by_fkey score_sheets_decided_by_fkey score_sheets_device_id_fkey score_sheets_entered_by_fkey
    score_sheets_seat_id_fkey score_sheets_withdrawn_by_fkey sheet_reopenings_opened_by_fkey
    sheet_reopenings_seat_id_fkey
    promo_grants_promo_code_id_fkey promo_grants_user_id_fkey survey_answers_registration_id_fkey
    survey_answers_survey_question_id_fkey survey_labels_event_id_fkey survey_questions_version_fkey
    survey_submissions_registration_id_fkey workshop_classes_tour_date_id_fkey
    waiver_requests_registration_id_fkey waiver_requests_season_id_fkey waiver_requests_signed_by_fkey
    waiver_requests_waiver_type_id_version_fkey waiver_texts_created_by_fkey waiver_texts_waiver_type_id_fkey
    waivers_person_id_fkey waivers_request_id_fkey waivers_season_id_fkey waivers_user_id_fkey
    waivers_waiver_type_id_fkey
  `
      .trim()
      .split(/\s+/),
  'The server writes the value itself, from a fixed list or by a rule of its own; no request names it.': `
    address_of_person_has_account an_offer_ends catalogue_version_one_check contact_has_one_owner
    contact_of_person_has_account dev_clock_one_check email_tokens_change_check email_tokens_kind_check ledger_account_check
    ledger_kind_check mails_state_check payment_attempts_kind_check payment_attempts_state_check
    payment_reminders_kind_check promo_codes_code_check reconciliation_findings_kind_check
    reconciliations_outcome_check registration_routines_status_check setting_has_one_scope users_role_check
    invitations_role_check
    competition_blocks_kind_check entry_number_once entry_position_once running_order_entries_state_check
    waiting_entries_state_check lock_has_its_person score_sheets_source_check
  `
    .trim()
    .split(/\s+/),
  "The contract's shape, or the rule behind it, refuses the value before it is saved.": `
    age_divisions_minimum_age_check attendees_scholarship_amount_check bank_authorizations_account_type_check
    bank_authorizations_amount_check bank_authorizations_holder_type_check category_fees_fee_per_dancer_check
    city_choices_kind_check city_choices_name_check competition_blocks_minutes_check competition_blocks_name_check
    competition_blocks_stage_check routine_categories_allowed_seconds_check contacts_contact_type_id_check credits_amount_check
    credits_status_check events_attended_multiplier_check events_free_teacher_rule_check
    events_mobile_registration_check intensives_group_price_check intensives_price_check legal_texts_name_check
    level_prices_kind_check level_prices_price_check level_prices_tier_check nomination_types_asks_for_check
    nomination_types_half_check nominations_step_check payment_attempts_amount_check payments_amount_check
    person_types_grouping_check promo_codes_type_check promo_codes_value_check promo_max_uses
    registration_routines_extra_time_check registrations_observers_complimentary_check
    registrations_observers_one_check registrations_observers_two_check registrations_rates_told_check
    routine_categories_min_dancers_check scholarships_amount_check student_id_decisions_decision_check
    survey_labels_labels_check survey_questions_not_applicable_check survey_questions_question_check
    survey_questions_survey_question_group_id_check survey_questions_survey_question_type_check
    survey_versions_state_check workshop_classes_name_check
    tour_date_categories_max_routines_check tour_date_levels_max_people_check tour_date_levels_status_check
    tour_dates_independent_max_routines_check tour_dates_solo_groups_check tour_dates_total_routine_limit_check
    audition_has_a_mark_or_abstains audition_is_confirmed_by_another audition_sheets_points_check
    audition_sheets_revision_check deductions_code_check deductions_points_check judge_seats_position_check
    judges_name_check panels_counted_check panels_dropping_check panels_kind_check panels_name_check
    score_scales_max_points_check score_scales_name_check score_scales_soft_floor_check score_scales_step_check
    score_sheets_points_check score_sheets_revision_check sheet_has_a_mark_or_abstains
    sheet_is_confirmed_by_another sheet_reopenings_reason_check judge_seats_panel_id_position_key
    vip_types_amount_check workshop_levels_kind_check workshop_levels_observer_days_check
  `
    .trim()
    .split(/\s+/),
  'The server makes the key: a random token, or the next number of a counter.': `
    attendees_date_attendee_id_key payment_attempts_orderid_key payment_profiles_gateway_customer_id_key
    judge_devices_token_hash_key registration_routines_date_routine_id_key registration_routines_id_registration_id_key
    invitations_token_hash_key
    scholarship_donations_key_key sessions_id_key waiver_requests_token_hash_key
  `
    .trim()
    .split(/\s+/),
  'The row is inserted with ON CONFLICT, so that a second one changes or adds nothing.': `
    addresses_person bank_authorizations_attempt_id_key mails_dedupe_key_key payment_profiles_billing_id_key
    payments_attempt_id_key
  `
    .trim()
    .split(/\s+/),
  'The server counts it under a lock and refuses, as full or as an amount, before the count could break it.': `
    capacity_granted_check capacity_places_check capacity_taken_check capacity_waiting_check ledger_amount_check uploads_size_check
    audition_revision_once judge_pairings_tries_left_check one_device_per_seat one_open_reopening overtime_once
    sheet_revision_once payment_attempts_fee_check place_claims_n_check place_claims_tour_date_id_key_fkey
    registration_routines_fee_check
  `
    .trim()
    .split(/\s+/),
}
